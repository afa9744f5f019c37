"""What the board starts; goes to its top folder, beside config.py and the folder firmware."""

from firmware.pico import run

run()
