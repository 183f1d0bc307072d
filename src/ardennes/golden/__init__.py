"""Golden matches: recorded matches that come out the same, order by order, until a change is meant."""
