"""Bots for Lombard Hold'em. A bot sees only its seat's view."""
