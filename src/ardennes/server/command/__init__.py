"""Sides divided among several commanders."""
