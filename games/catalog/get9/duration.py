"""How long a game of GET9! is.

Measured: 4 to 8 games per setting between normals and beginners in turn, in November 2026. Visits each, on average,
of four players with the usual limit: 9.8 in 3 matches, 15.2 in 5, 26.4 in 10; in nine of ten games of five matches 19
to 36 looks. Without a limit chips are soon gone: 7.1, 7.5 and 10.4. Chips for less than three limits: 13 in 5. A
limit per round took a sixth more, no betting after the third round a fourteenth less, 30 chips in 10 matches a fifth
more. That is with the first card chosen in the visit of the split. The seats change the visits little, but not the
looks: splits and cards are chosen all at once, only bets go round.

With plans, 12 games between normals: 14 visits each instead of 18, 20 looks instead of 24.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

VISITS = {3: 10, 5: 15, 10: 27}  # by matches
WITHOUT_LIMIT = {3: 7, 5: 8, 10: 10}
SHORT_OF_CHIPS = 85  # percent
PLANNED = 80  # percent
LOOKS = {3: 131, 4: 172, 5: 193, 6: 211, 7: 234}  # percent of the visits, by seats


def visits(options: Mapping[str, Value], seats: int) -> int:
    """By the matches, and how soon chips are gone.

    >>> [visits({"matches": 5, "bet_limit": limit, "start_chips": 15}, 4) for limit in (5, 0)]
    [15, 8]
    """
    matches, limit = int(options["matches"]), int(options["bet_limit"])
    if not limit:
        return WITHOUT_LIMIT[matches]
    return VISITS[matches] * (SHORT_OF_CHIPS if int(options["start_chips"]) < 3 * limit else 100) // 100


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """By the visits and the seats.

    >>> check_ins({"matches": 5, "bet_limit": 5, "start_chips": 15}, 4)
    25
    """
    return visits(options, seats) * LOOKS[seats] // 100


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Bets and the next card are planned together.

    >>> with_premoves({"matches": 5, "bet_limit": 5, "start_chips": 15}, 4)
    (12, 20)
    """
    return visits(options, seats) * PLANNED // 100, check_ins(options, seats) * PLANNED // 100
