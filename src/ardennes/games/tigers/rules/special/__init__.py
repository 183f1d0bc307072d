"""Rules for single units and events."""
