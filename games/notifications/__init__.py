"""The app that tells people of their turn: the outbox, its channels, preferences, the calendar."""
