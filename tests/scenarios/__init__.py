"""Whole matches through the whole panel, as scripts: ``<game>-<language>.script``."""
