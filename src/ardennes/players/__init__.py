"""Computer players: they see their side's view, its offers and forecasts, and nothing else."""
