"""Looking at tables: positions and moves as moderators see them, replaying as a check, hints of collusion."""
