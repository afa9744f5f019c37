"""Pixels: the canvas, fonts, widgets, and how a screen is divided."""
