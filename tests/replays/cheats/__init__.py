"""Cheats that a house could commit while a match runs, a module for each game.

It has the seed and writes the log: whatever it does is chained properly, the state's hashes fit, and play goes on from
there by the rules. So nothing but following the cards and the rules themselves can tell.
"""
