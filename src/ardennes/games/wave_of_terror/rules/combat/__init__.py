"""Combat from declaring an attack to advancing after it."""
