"""Playing on from a position of a match, at a new table."""
