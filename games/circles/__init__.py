"""Small circles of friends: their tables, and how they did against each other."""
