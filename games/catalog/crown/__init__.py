"""The Crown of Lombardia."""
