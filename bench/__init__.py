"""Benchmarks: how fast the engine is, beside plain ways of doing the same and beside what is promised."""
