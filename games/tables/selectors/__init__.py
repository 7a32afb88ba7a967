"""Selectors: read-only queries about tables, seats and logs for pages."""
