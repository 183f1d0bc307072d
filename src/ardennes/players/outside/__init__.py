"""Computer players from outside the project: Python classes, installed packages, programs in any language."""
