"""The panel's errors: what is wrong with it, and what to do about it.

HalError
├── ConfigError      the panel's configuration is wrong (file, line, key)
└── HardwareError    the electrics cannot be used at all
"""

from __future__ import annotations


class HalError(Exception):
    """Root of the errors that a user of a panel may read."""


class ConfigError(HalError, ValueError):
    """The configuration is wrong. `problems` has one line for everything that was found."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class HardwareError(HalError, OSError):
    """No panel can be driven here: not a Raspberry Pi, a library missing, no permission.

    ``kind`` and ``about``: the same for whoever has words of their own; empty where there are none.
    """

    def __init__(self, message: str, kind: str = "", **about: str | int) -> None:
        super().__init__(message)
        self.kind = kind
        self.about = about
