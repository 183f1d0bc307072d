"""Self-contained charts and pages, for the lab's reports and those after a match."""
