"""Services that change tables other than by moves: creating, seating, starting, timeouts, rematches."""
