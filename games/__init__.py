"""Tables, seats, moves: the game side of Tefuda."""
