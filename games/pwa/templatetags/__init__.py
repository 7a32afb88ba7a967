"""Template tags of pages that work offline."""
