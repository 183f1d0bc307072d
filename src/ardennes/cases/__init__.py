"""Case files: a position, orders or a calculation, and the expected result (docs/reference/cases.md)."""
