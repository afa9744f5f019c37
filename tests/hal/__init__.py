"""Tests of hal/: everything through the simulated electrics."""
