"""Movement, supply, bridges and reinforcements."""
