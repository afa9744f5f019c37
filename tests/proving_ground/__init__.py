"""The proving ground: the project on a real kernel, under a real service manager, without a Pi.

A virtual machine (QEMU, no KVM) that looks like Raspberry Pi OS to the project: simulated GPIO
lines, an I2C bus with a display on it, a USB gadget as seat box, and the real installer run in it.
`make proving-ground` does all of it; docs/proving-ground.md says what it found.
"""
