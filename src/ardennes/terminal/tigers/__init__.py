"""Tigers in the Ardennes in the terminal: its map, its lists, its short orders and its explanations."""
