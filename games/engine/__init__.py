"""The contract of a game, and what all games share. Pure Python: no Django, no clock, no global randomness."""
