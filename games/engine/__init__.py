"""The contract of a game and what every game shares. Pure Python, no Django, no clock, no global randomness."""
