"""The chat of a table: who may write where, what is kept, quick phrases."""
