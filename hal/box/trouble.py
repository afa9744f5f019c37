"""Why there is no seat box: a kind, what it is about, and a sentence for a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final


class Trouble(Enum):
    NONE = "none"  # nothing that may be a box is plugged in
    MISSING = "missing"  # nothing is plugged in where the box should be
    BUSY = "busy"
    DENIED = "denied"
    GONE = "gone"  # it was there a moment ago
    BROKEN = "broken"
    SILENT = "silent"  # a port is open, and nobody answers
    MISMATCH = "mismatch"  # the box speaks another protocol
    FAULT = "fault"  # the box's configuration is wrong
    LIE = "lie"  # it says what no box says
    FLOOD = "flood"  # it says more than a box does


#: What a device has said itself that shows that it is no seat box.
UNTRUE: Final = frozenset({Trouble.LIE, Trouble.FLOOD})


@dataclass(frozen=True, slots=True)
class Reason:
    """``about``: the values of the kind's own gaps, ``path`` in most."""

    trouble: Trouble
    about: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return _SENTENCES[self.trouble].format(**self.about)


_SENTENCES: Final = {
    Trouble.NONE: "no seat box is plugged in",
    Trouble.MISSING: "nothing is plugged in at {path}",
    Trouble.BUSY: "{path} is in use by another program; only one can have it",
    Trouble.DENIED: "{path} may not be opened by this user; put him into the group dialout",
    Trouble.GONE: "{path} was unplugged",
    Trouble.BROKEN: "{path} cannot be used as a serial port ({detail})",
    Trouble.SILENT: "nobody answers at {path}; is it the seat box, with its program on it?",
    Trouble.MISMATCH: "the seat box speaks protocol {theirs} (firmware {firmware}), this program"
    " speaks protocol {ours} (firmware {ship}); the command that puts it right is:"
    " referee box flash",
    Trouble.FAULT: "the seat box cannot work: {fault}",
    Trouble.LIE: "the device at {path} says what no seat box says ({words}); it is left alone",
    Trouble.FLOOD: "the device at {path} says more than a seat box does; it is left alone",
}
