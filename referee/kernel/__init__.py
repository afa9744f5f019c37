"""The kernel: asks, entries, flows, matches and their store. It knows no game and no hardware."""
