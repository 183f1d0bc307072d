"""Sides shared by several commanders."""
