"""Case files: given a board, after these orders or this calculation, expect that. See docs/reference/cases.md."""
