"""Writing orders on the order sheet."""
