"""Measurements, each beside its baseline in the same run."""
