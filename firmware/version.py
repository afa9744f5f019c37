"""What the box and the computer compare when they meet."""

#: The protocol of docs/seat-box.md. A box and a computer must speak the same.
PROTOCOL = 1
#: This program's own version. Versions of the same protocol work together.
FIRMWARE = "1.1.0"
