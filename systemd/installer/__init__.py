"""The steps of install.py; standard library alone, for it runs before anything is installed."""
