"""Cheats that a site could commit while a match runs, a module for each game.

The site has the seed and writes the log: its chain and the hashes of states are correct, and play goes on from
there by the rules. So only following the cards and the rules themselves can find them.
"""
