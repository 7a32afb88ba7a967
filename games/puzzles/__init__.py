"""Daily puzzles: for each game, one position with a clearly best move, which is found, posed and explained."""
