"""Telling open pages that a table has changed, and who looks at which."""
