"""The app in which one plays: tables, seats, moves, clocks, bots, the lobby."""
