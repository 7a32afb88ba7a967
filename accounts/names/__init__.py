"""Rules for names: look-alikes, display names, reserved words. Doesn't use the database."""
