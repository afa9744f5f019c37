"""The panel's pins through gpiozero: buttons, lamps, buzzer.

Pins are numbered as GPIO numbers (BCM), contacts switch to ground against the internal pull-up. A
pin that cannot be used is reported as a lost part; the others work. gpiozero's `Button`
and its blink threads are not used: they poll, and patterns belong to the loop's clock.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice, PWMOutputDevice

from hal.buzzer import Voice
from hal.interfaces import Clock, Edge, Presence, Put
from hal.lamps import COLOURS, Light
from hal.schema import BuzzerPin, LightPins

log = logging.getLogger(__name__)

#: A gpiozero pin factory.
Factory = Any


#: Pulses a second of a lamp that is neither dark nor fully lit.
LAMP_HERTZ = 100


def _pulse(pin: Any, hertz: int, level: float) -> None:
    """Pulses of this rate, on for this part of the time; none at all where it is 0 or 1.

    The pin library has a thread that makes them, and goes on at the last rate as long as the pin
    has one, also while the level is 0.
    """
    if 0 < level < 1:
        pin.frequency = hertz
        pin.value = level
    else:
        if pin.frequency is not None:
            pin.value = 0.0  # so that the last pulse ends low
            pin.frequency = None
        pin.value = level


class _Contact:
    """One button's pin.

    Its callbacks run in the pin library's thread. An exception there would end that thread and
    silence every button for good, so they put the edge into the queue and do nothing else.
    """

    def __init__(self, name: str, pin: int, factory: Factory, clock: Clock, put: Put) -> None:
        self._name = name
        self._clock = clock
        self._put = put
        self._device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        self._device.when_activated = self._closed
        self._device.when_deactivated = self._opened
        # Read after the callbacks are set: what happens from here on comes as an edge.
        self.held = bool(self._device.is_active)

    def _closed(self) -> None:
        self._edge(True)

    def _opened(self) -> None:
        self._edge(False)

    def _edge(self, down: bool) -> None:
        try:
            self._put(Edge(self._clock.now(), self._name, down))
        except Exception:
            log.exception("an edge of button %s is lost", self._name)

    def close(self) -> None:
        # gpiozero resets the pin by claiming it anew, for which lgpio's own thread may still have
        # it: "GPIO busy". The chip's end frees it anyway, and the others want to be closed.
        try:
            self._device.close()
        except Exception as error:
            log.debug("button %s: %s", self._name, error)


class PinButtons:
    """Buttons on pins, by name."""

    def __init__(self, pins: Mapping[str, int], factory: Factory, clock: Clock, put: Put) -> None:
        self._contacts: list[_Contact] = []
        held = set()
        busy = 0
        for name, pin in pins.items():
            try:
                contact = _Contact(name, pin, factory, clock, put)
            except Exception as error:
                put(_lost(f"button {name}", error))
                busy += "busy" in str(error).lower()
                continue
            self._contacts.append(contact)
            if contact.held:
                held.add(name)
        self.held = frozenset(held)
        #: Whether another program has them all.
        self.taken = bool(pins) and busy == len(pins)

    def close(self) -> None:
        for contact in self._contacts:
            contact.close()


class PinLight:
    """A lamp of one pin (its colour is the LED's own), or of three: red, green, blue."""

    def __init__(self, light: LightPins, factory: Factory) -> None:
        self._brightness = light.brightness
        self._channels: list[Any] = []
        kind = PWMOutputDevice if light.pwm else DigitalOutputDevice
        try:
            for pin in light.pins:
                self._channels.append(kind(pin, pin_factory=factory))
        except BaseException:
            self.close()
            raise

    def show(self, colour: str | None) -> None:
        for channel, level in zip(self._channels, self._levels(colour), strict=True):
            if isinstance(channel, PWMOutputDevice):
                _pulse(channel, LAMP_HERTZ, level)
            else:
                channel.value = level > 0.5

    def _levels(self, colour: str | None) -> Sequence[float]:
        if colour is None:
            return [0.0] * len(self._channels)
        if len(self._channels) == 1:
            return [self._brightness]
        return [part * self._brightness for part in COLOURS.get(colour, COLOURS["white"])]

    def close(self) -> None:
        for channel in self._channels:
            channel.close()  # the pin becomes an input: dark


class DisplayLine:
    """A display's RES line (low resets it, high lets it work), or its DC line (low: commands).

    The pin is opened by its first use, so that one which cannot be had is the display's fault, and
    tried again with it: `set` raises OSError. ``what`` it is stands in the message.
    """

    def __init__(self, what: str, pin: int, factory: Factory) -> None:
        self._what = what
        self._pin = pin
        self._factory = factory
        self._output: Any = None

    def set(self, high: bool) -> None:
        try:
            if self._output is None:
                self._output = DigitalOutputDevice(self._pin, pin_factory=self._factory)
            self._output.value = high
        except Exception as error:  # pin libraries have no common root of errors
            why = f"its {self._what} pin GPIO {self._pin} cannot be used: {error}"
            raise OSError(why) from error


class TonalVoice:
    """A passive buzzer (piezo): the pin's frequency is the pitch."""

    #: What a piezo can sound and the pin library can make.
    LOW, HIGH = 50, 8000

    def __init__(self, pin: int, factory: Factory) -> None:
        self._pwm = PWMOutputDevice(pin, frequency=self.LOW, pin_factory=factory)
        self.sound(0)

    def sound(self, hertz: int) -> None:
        _pulse(self._pwm, min(max(hertz, self.LOW), self.HIGH), 0.5 if hertz else 0.0)

    def close(self) -> None:
        self._pwm.close()


class PlainVoice:
    """An active buzzer: it has one pitch of its own, and knows on and off."""

    def __init__(self, pin: int, factory: Factory) -> None:
        self._output = DigitalOutputDevice(pin, pin_factory=factory)

    def sound(self, hertz: int) -> None:
        self._output.value = hertz > 0

    def close(self) -> None:
        self._output.close()


def open_lights(pins: Mapping[str, LightPins], factory: Factory, put: Put) -> dict[str, Light]:
    """The lamps that can be used; the others are reported."""
    lights: dict[str, Light] = {}
    for name, light in pins.items():
        try:
            lights[name] = PinLight(light, factory)
        except Exception as error:
            put(_lost(f"lamp {name}", error))
    return lights


def open_voice(buzzer: BuzzerPin | None, factory: Factory, put: Put) -> Voice | None:
    """The buzzer's voice, if there is one that can be used."""
    if buzzer is None:
        return None
    try:
        return (TonalVoice if buzzer.tonal else PlainVoice)(buzzer.pin, factory)
    except Exception as error:
        put(_lost("buzzer", error))
        return None


def _lost(part: str, error: Exception) -> Presence:
    # Pin libraries have no common root of errors: gpiozero's, lgpio's own, OSError, ValueError.
    return Presence(part, False, f"{type(error).__name__}: {error}")
