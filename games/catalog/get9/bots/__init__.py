"""Bots for GET9!. A bot sees only its seat's view."""
