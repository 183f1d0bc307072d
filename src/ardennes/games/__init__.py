"""The rulebooks, one folder each."""
