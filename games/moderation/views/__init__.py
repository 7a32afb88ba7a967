"""The pages on which people report, and answer what moderators propose at their table."""
