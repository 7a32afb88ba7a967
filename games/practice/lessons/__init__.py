"""Lessons: small scenes on a game's real board, with its real rules, the other seats' answers written down.

A lesson is a file, `games/catalog/<slug>/lessons/<number>-<name>.toml`; `reader` says what stands in it. `play` leads
through it, `rendering` draws it. Nothing here knows a database, a clock or chance.
"""
