"""Pages for chat and friends."""
