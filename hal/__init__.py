"""The hardware abstraction: what a panel is, and the Raspberry Pi's way of being one."""
