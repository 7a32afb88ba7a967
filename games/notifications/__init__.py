"""The app for notifications: the outbox, its channels, settings, the calendar."""
