"""Air operations."""
