"""Where matches are stored: tables, SQL, integrity checks and repair."""
