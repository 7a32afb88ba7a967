"""GET9!: nine cards in three piles, one dealer to beat, and betting once the cards are known."""
