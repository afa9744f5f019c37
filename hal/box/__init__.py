"""The seat box as the computer sees it: buttons and lamps on a serial line (docs/seat-box.md)."""
