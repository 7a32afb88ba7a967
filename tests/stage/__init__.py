"""Whether a player sees what they need, on every screen."""
