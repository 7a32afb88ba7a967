"""The games, a folder each, and the registry that finds them. Adding one: docs/adding-a-game.md."""
