"""Conversion of values to plain JSON and back: the canonical form, patches, and reading of older formats."""
