"""Who may see a finished match, links to positions, preview pictures."""
