"""Bots for Dilemma Hold'em. A bot sees only its seat's view."""
