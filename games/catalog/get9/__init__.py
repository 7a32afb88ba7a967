"""GET9!: nine cards in three piles, a dealer to beat, and betting once the cards are known."""
