"""What the data of the game means: units, board, tables, read and checked."""
