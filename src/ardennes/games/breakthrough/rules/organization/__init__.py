"""The organization phase."""
