"""The Unit Organization Phase."""
