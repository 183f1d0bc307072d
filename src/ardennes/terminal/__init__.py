"""Playing in the terminal: the loop, the screen, and a desk for each game."""
