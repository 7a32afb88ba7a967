"""Making the record of an ended match, and letting the rows go that it holds."""
