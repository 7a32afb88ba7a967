"""The forms about people: log-in, profile, availability, what staff fill in."""
