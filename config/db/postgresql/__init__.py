"""Django's PostgreSQL with one thing done in another way (`base`)."""
