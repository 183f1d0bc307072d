"""Explain why an order is not legal."""
