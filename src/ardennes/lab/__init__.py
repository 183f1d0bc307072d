"""The lab: many games between computer players, and their results."""
