"""The staff: the standard computer player of this game."""
