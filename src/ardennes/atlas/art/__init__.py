"""Draw the map: one module for each kind of thing."""
