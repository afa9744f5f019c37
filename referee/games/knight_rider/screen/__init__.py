"""What a screen shows of a match besides the asks: lines and pages (`scene`), the board (`map`),
small drawings (`pictures`)."""
