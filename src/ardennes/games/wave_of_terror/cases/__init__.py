"""What only case files need."""
