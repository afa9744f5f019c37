"""What needs a program of the system: `make test-system` installs it, or says what to install."""
