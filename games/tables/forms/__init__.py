"""Forms for creating tables."""
