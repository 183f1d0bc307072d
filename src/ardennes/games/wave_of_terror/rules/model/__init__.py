"""The state of a game, its orders, its events and the positions of units."""
