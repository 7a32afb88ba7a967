"""Lessons: short scenes on a game's real board, with its real rules and scripted moves of the other seats.

A lesson is a file `games/catalog/<slug>/lessons/<number>-<name>.toml`, in the format described in `reader`. `play` runs
it, `rendering` draws it. Nothing here uses a database, a clock or chance.
"""
