"""Archiving of ended matches: creating their records, and deleting the rows that a record contains."""
