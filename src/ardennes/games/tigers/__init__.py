"""Tigers in the Ardennes: divisions, 12.5 km hexes, twelve turns (rule ids TIA-...)."""
