"""The site: docs/ and what is made from the program beside it. ``make site`` builds it."""
