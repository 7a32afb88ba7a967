"""Bots for Dou Dizhu. A bot sees only its seat's view."""
