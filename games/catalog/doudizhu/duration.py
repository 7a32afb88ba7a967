"""Length of a session of four-player Dou Dizhu.

Measured: 30 sessions of one deal and 8 of four, alternating normals and beginners, in November 2026. One deal took 15.8
visits per player on average, and 13 to 50 looks in 90 % of deals; four deals took 58 visits. The kitty made no
difference. Players act one after the other, but the winner of a trick leads again at once, so there are less than two
looks per visit.

With premoves, 20 deals: 10 visits per player, 14 looks.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

VISITS_PER_DEAL = 15
LOOKS_PER_DEAL = 27
PLANNED_VISITS, PLANNED_LOOKS = 10, 14


def visits(options: Mapping[str, Value], seats: int) -> int:
    """Return visits by the number of deals.

    >>> visits({"deals": 4}, 4)
    60
    """
    return VISITS_PER_DEAL * int(options["deals"])


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """Return looks by the number of deals.

    >>> check_ins({"deals": 1}, 4)
    27
    """
    return LOOKS_PER_DEAL * int(options["deals"])


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Return visits and looks with premoves, by the number of deals.

    >>> with_premoves({"deals": 1}, 4)
    (10, 14)
    """
    return PLANNED_VISITS * int(options["deals"]), PLANNED_LOOKS * int(options["deals"])
