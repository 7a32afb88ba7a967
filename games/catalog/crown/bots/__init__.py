"""Bots for The Crown of Lombardia. A bot sees only its seat's view."""
