"""Live updates: notifying open pages of changes, and tracking who views which table."""
