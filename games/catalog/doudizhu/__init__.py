"""Four-player Dou Dizhu: two decks, a landlord against three farmers."""
