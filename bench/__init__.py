"""Benchmarks: how fast the engine is, compared with plain implementations and budgets."""
