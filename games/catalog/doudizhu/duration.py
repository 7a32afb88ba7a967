"""How long a session of four-player Dou Dizhu is.

Measured: 30 sessions of one deal and 8 of four between normals and beginners in turn, in November 2026. One deal took
15.8 visits each on average, and in nine of ten 13 to 50 looks; four deals took 58 visits. Kitty or not made no
difference. Play goes round one after the other, but somebody who wins a trick leads again at once: so everybody looks
in less than twice a visit.

With plans, 20 deals: 10 visits each, 14 looks.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

VISITS_PER_DEAL = 15
LOOKS_PER_DEAL = 27
PLANNED_VISITS, PLANNED_LOOKS = 10, 14


def visits(options: Mapping[str, Value], seats: int) -> int:
    """By the deals.

    >>> visits({"deals": 4}, 4)
    60
    """
    return VISITS_PER_DEAL * int(options["deals"])


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """By the deals.

    >>> check_ins({"deals": 1}, 4)
    27
    """
    return LOOKS_PER_DEAL * int(options["deals"])


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """By the deals.

    >>> with_premoves({"deals": 1}, 4)
    (10, 14)
    """
    return PLANNED_VISITS * int(options["deals"]), PLANNED_LOOKS * int(options["deals"])
