"""The doors for programs: protocol, simulation, records. Thin; the rules live in the kernel."""
