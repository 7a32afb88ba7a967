"""Circles: regular groups of friends, with their tables and results."""
