"""The knowledge of each side: reports, views, estimates."""
