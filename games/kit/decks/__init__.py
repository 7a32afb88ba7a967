"""Decks shared by several games, each a package: names, colors, and the sprite as a static file."""
