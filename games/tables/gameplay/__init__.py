"""Gameplay: moves and their consequences, agreements, client seeds and results."""
