"""Pages for reports, and for answers to moderators' proposals."""
