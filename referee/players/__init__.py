"""Computer players by name, programs included; what a player is stands in `kernel.players`."""
