"""The chat of a table: who may write where, what is stored, quick messages."""
