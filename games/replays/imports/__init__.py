"""Records from elsewhere: checked, kept, shown."""
