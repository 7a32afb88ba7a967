"""The core app: tables, seats, moves, clocks, bots and the lobby."""
