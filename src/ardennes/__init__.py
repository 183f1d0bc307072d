"""Ardennes: play, study and simulate the Battle of the Bulge."""

__version__ = "0.1.0"
