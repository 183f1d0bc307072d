"""What every game shares and no rulebook: the contract of a game, matches, offers, forecasts."""
