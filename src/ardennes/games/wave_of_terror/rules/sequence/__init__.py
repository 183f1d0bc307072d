"""The sequence of play: set-up, phases and the decisions they ask for."""
