"""A puzzle a day: one position of each game in which one move is clearly the best, found, asked and explained."""
