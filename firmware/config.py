"""The seat box's wiring. docs/seat-box.md says how it gets onto the board.

Pins are GPIO numbers (GP2 is 2), not positions on the board.
"""

# Seat 1, seat 2, ...: as many buttons as there are seats, 12 at most. Each switches its pin to
# ground; the pull-ups are the Pico's own.
BUTTONS = (2, 3, 4, 5, 6, 7, 8)

# A lamp for each seat: an LED from the pin through a resistor to ground.
LAMPS = (9, 10, 11, 12, 13, 14, 15)

# Or one strip of WS2812 lights for all of them: the pin of its data line, and LAMPS = ().
STRIP = None
# How bright the strip shines: 1 to 255. Each light at 255 draws up to 60 mA from the USB port.
BRIGHTNESS = 60

# The board's own LED: on with a host, short flashes without one. None: leave it dark.
LED = "LED"
