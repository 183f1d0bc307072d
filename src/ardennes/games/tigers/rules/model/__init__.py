"""The state of a game, its orders, its events and where units are."""
