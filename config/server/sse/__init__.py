"""Live updates: one open stream per visible page, and where it hears of changes."""
