"""The outbox: notifications are stored with their event, decided when due, and sent by a worker."""
