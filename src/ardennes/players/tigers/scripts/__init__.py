"""Scripted players with one idea each."""
