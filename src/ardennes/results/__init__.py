"""Regenerate the figures that the documentation publishes, and check that its tables still match them."""
