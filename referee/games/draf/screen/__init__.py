"""What a screen shows of a match besides the asks: lines, pages, the motorway and its tiles."""
