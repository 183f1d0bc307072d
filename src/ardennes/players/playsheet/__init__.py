"""Computer players of the operational playsheet."""
