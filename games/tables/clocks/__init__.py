"""How much time a seat has, quiet hours, and how time is shown."""
