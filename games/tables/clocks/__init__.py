"""Clocks of seats, quiet hours, and how times are displayed."""
