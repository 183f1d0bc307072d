"""The rulebook, one module a chapter."""
