"""Which names may be taken: look-alikes, display names, reserved words. Knows no database."""
