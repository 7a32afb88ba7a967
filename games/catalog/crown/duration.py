"""How long a match of The Crown of Lombardia is.

Measured: 40 matches per setting between normal and beginner, in November 2026. Visits each, on average:

    points to win     5    10    15
    classic        10.5  20.6  28.5
    adjusted       13.8  24.4  31.9

In nine of ten matches for 10 points 15 to 30 (classic), 14 to 40 (adjusted). One or the other of two is awaited, so
they look in as often as there is something to decide. Alone, against the automaton, nobody is ever awaited.

With plans, 12 matches between normals: 8 visits each instead of 20.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

PLANNED = 40  # percent
VISITS = {"classic": {5: 10, 10: 21, 15: 29}, "adjusted": {5: 14, 10: 24, 15: 32}}


def visits(options: Mapping[str, Value], seats: int) -> int:
    """By the rules and the points to win.

    >>> visits({"mode": "classic", "target_points": 10}, 2), visits({"mode": "solo", "target_points": 10}, 1)
    (21, 1)
    """
    mode = str(options["mode"])
    return VISITS[mode][int(options["target_points"])] if mode in VISITS else 1


check_ins = visits  # as often as there is something to decide


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """With an order for picks and a standing defence one is asked in one's own turns only.

    >>> with_premoves({"mode": "classic", "target_points": 10}, 2)
    (8, 8)
    """
    found = max(1, visits(options, seats) * PLANNED // 100)
    return found, found
