"""Imported records: checking, storing and displaying them."""
