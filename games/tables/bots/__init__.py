"""Bots at tables: queue, scheduling, playing, and substitution for people. How bots play is defined by each game."""
