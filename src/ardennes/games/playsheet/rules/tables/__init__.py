"""The printed sheet as pure functions in km, exact fractions and whole dice; it knows no map and no turn."""
