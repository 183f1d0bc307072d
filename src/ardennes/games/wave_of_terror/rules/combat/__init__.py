"""Combat, from declaring a battle to advancing after it."""
