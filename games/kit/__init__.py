"""Building blocks for card games: poker hands, betting and pots, ranking, decks. Pure Python."""
