"""The Operational Playsheet in the terminal."""
