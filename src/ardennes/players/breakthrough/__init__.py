"""The computer players of Breakthrough in the Ardennes."""
