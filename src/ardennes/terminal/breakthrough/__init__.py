"""Breakthrough in the Ardennes in the terminal."""
