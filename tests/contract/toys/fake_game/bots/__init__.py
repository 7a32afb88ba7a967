"""Who plays the toy by itself."""
