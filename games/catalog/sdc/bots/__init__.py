"""Bots for SdC Poker. A bot sees only its seat's view."""
