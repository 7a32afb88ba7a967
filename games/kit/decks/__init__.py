"""Decks that several games play with, each a folder: its names and colours, and its sprite as a static file."""
