"""One position of a match as a reader may see it, and stepping through them."""
