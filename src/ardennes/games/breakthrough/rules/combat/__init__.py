"""Combat, from plotting an attack to advancing after it."""
