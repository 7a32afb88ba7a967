"""Answers that seats have laid down ahead. What can be planned is in each game."""
