"""What the staffs of all games share: attack packages, assignment, fields and weights. Knows no rulebook."""
