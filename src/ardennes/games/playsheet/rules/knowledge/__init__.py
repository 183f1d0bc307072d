"""What each side may know."""
