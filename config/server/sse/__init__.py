"""Live updates: one open stream per visible page, and the sources of changes."""
