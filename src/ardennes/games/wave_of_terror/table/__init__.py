"""What only the page and the terminal need."""
