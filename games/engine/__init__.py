"""The contract of a title and what every title shares. Pure Python, no Django, no clock, no global randomness."""
