"""Values to plain JSON and back: the canonical form, patches, reading of older shapes."""
