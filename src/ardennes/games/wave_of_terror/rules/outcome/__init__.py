"""Scoring and victory."""
