"""Bots at tables: which are due, choosing and playing, standing in for people. Their play is in each game."""
