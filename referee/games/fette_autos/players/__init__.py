"""Fette Autos' computer players, imported only when one plays."""
