"""The winner of a match."""
