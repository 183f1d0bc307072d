"""Work that takes long, done in separate processes."""
