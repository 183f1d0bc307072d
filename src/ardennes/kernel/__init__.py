"""What all games share and no rulebook owns: the contract of a game, matches, offers and forecasts."""
