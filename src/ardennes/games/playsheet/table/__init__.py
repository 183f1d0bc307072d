"""The table of the playsheet, for the page and the terminal."""
