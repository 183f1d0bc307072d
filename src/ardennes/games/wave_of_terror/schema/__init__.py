"""Read and check the data of the game: units, board, tables."""
