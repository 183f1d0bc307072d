"""How the umpire resolves a turn."""
