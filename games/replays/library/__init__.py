"""The library: finding finished matches."""
