"""Length of a match of The Crown of Lombardia.

Measured: 40 matches per setting between normal and beginner, in November 2026. Mean visits per player:

    points to win     5    10    15
    classic        10.5  20.6  28.5
    adjusted       13.8  24.4  31.9

In 90 % of matches for 10 points 15 to 30 (classic), 14 to 40 (adjusted). One of the two always has to move, so
they look in as often as there is something to decide. Alone, against the automaton, there is no waiting.

With premoves, 12 matches between normals: 8 visits each instead of 20.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

PLANNED = 40  # percent
VISITS = {"classic": {5: 10, 10: 21, 15: 29}, "adjusted": {5: 14, 10: 24, 15: 32}}


def visits(options: Mapping[str, Value], seats: int) -> int:
    """Return visits by rules and points to win.

    >>> visits({"mode": "classic", "target_points": 10}, 2), visits({"mode": "solo", "target_points": 10}, 1)
    (21, 1)
    """
    mode = str(options["mode"])
    return VISITS[mode][int(options["target_points"])] if mode in VISITS else 1


check_ins = visits  # as often as there is something to decide


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Return visits with premoves: with a pick order and a permanent defence, a seat is asked only in its own turns.

    >>> with_premoves({"mode": "classic", "target_points": 10}, 2)
    (8, 8)
    """
    count = max(1, visits(options, seats) * PLANNED // 100)
    return count, count
