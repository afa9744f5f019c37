"""The board's configuration (config.py on the board): what may stand in it, and what is wrong."""

#: GPIO numbers that a Pico brings out.
PINS = tuple(range(23)) + (26, 27, 28)
SEATS = 12


class Settings:
    """Pins by seat. ``strip``: of a WS2812 strip's data line, instead of lamps of their own.

    ``fault`` says what is wrong; then there are no seats, so that no pin is driven that is not
    known to be a lamp.
    """

    def __init__(self, given: object) -> None:
        """``given`` is the module config, or anything with its names."""
        self.buttons = _pins(getattr(given, "BUTTONS", ()))
        self.lamps = _pins(getattr(given, "LAMPS", ()))
        self.strip = getattr(given, "STRIP", None)
        self.brightness = getattr(given, "BRIGHTNESS", 255)
        self.led = getattr(given, "LED", None)
        self.fault = self._fault()
        if self.fault:
            self.buttons = self.lamps = ()
            self.strip = None

    def _fault(self) -> str:
        """The first thing that is wrong, as a sentence without a full stop."""
        if not 1 <= len(self.buttons) <= SEATS:
            return f"config.py: BUTTONS has {len(self.buttons)} pins, allowed are 1 to {SEATS}"
        if self.strip is None and len(self.lamps) != len(self.buttons):
            count = f"{len(self.lamps)} pins for {len(self.buttons)} buttons"
            return f"config.py: LAMPS has {count}; each seat has one, or STRIP is set"
        if self.strip is not None and self.lamps:
            return "config.py: LAMPS and STRIP are both set; leave LAMPS empty"
        if type(self.brightness) is not int or not 1 <= self.brightness <= 255:
            return f"config.py: BRIGHTNESS = {self.brightness}, allowed is 1 to 255"
        return self._wrong_pin()

    def _wrong_pin(self) -> str:
        taken: list[object] = []
        strip = () if self.strip is None else (self.strip,)
        led = () if self.led is None or self.led == "LED" else (self.led,)
        for pin in self.buttons + self.lamps + strip + led:
            if type(pin) is not int or pin not in PINS:
                return f"config.py: {pin!r} is no pin of this board (0 to 22, 26 to 28)"
            if pin in taken:
                return f"config.py: pin {pin} is used twice"
            taken.append(pin)
        return ""


def _pins(given: object) -> tuple[object, ...]:
    return tuple(given) if isinstance(given, (tuple, list)) else (given,)
