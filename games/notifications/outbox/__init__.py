"""From a question to a sent message: noted with the event, decided when due, sent by a worker."""
