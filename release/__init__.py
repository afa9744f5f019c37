"""Making a release, and trying it as a user gets it. Nothing here is part of the program."""
