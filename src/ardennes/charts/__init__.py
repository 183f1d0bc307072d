"""Charts and pages that stand alone, for the lab's reports and those after a match."""
