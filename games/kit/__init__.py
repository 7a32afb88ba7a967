"""Parts that card games share: poker hands, betting and pots, ranking, decks. Pure Python."""
