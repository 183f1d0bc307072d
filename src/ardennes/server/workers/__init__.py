"""Long computations, done in separate processes."""
