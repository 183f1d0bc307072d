"""The sequence of play: set-up, phases and their decisions."""
