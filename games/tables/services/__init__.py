"""What changes tables beside moves: setting up, sitting down, starting, timeouts, rematches."""
