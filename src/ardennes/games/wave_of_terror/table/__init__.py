"""What only the page needs."""
