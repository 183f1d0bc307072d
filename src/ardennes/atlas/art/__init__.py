"""The map as a drawing: one module a thing drawn."""
