"""`ardennes umpire`: the printed sheet's calculations for people who run such a game at a real table."""
