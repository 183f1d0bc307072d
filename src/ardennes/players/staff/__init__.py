"""`staff`: a computer player with a plan. A toolkit for any game, and one small adapter a game."""
