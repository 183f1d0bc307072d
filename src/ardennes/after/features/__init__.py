"""What the value model looks at: some twenty numbers of a position, the same idea in every game."""
