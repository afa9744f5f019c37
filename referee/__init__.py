"""Tabletop Referee: rules and people. No hardware, no clock, no randomness of its own."""

__version__ = "0.1.0"
