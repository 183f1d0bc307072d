"""Matches in memory: playing, seats, views, deadlines and quotas."""
