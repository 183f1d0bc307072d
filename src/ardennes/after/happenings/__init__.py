"""What happened on a day, in sentences. Each game has a module that says how its events read."""
