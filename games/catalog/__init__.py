"""The games, one package each, and the registry that finds them. To add one, see docs/adding-a-game.md."""
