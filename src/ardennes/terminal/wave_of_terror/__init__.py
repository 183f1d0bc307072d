"""Wave of Terror in the terminal."""
