"""Computer players of Wave of Terror."""
