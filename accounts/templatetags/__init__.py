"""Template tags for people."""
