"""Length of a game of GET9!.

Measured: 4 to 6 games per setting, alternating normals and beginners, in November 2026. Mean visits of each of four
players with the default limit: 9.9 in 3 matches, 18.2 in 5, 31.7 in 10. Without a limit chips are soon gone: 8.5, 12.8
and 20. A limit per round took an eighth more, no betting after the third round a sixteenth less, 30 chips in 10 matches
a seventh more, 10 chips in 5 a thirtieth less. That is with the first card chosen together with the split. The number
of seats hardly changes the visits, but it does change the looks: splits and cards are chosen simultaneously, only bets
go around.

With premoves, 8 games between normals: 16 visits each instead of 22, 21 looks instead of 31.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

VISITS = {3: 10, 5: 18, 10: 32}  # by number of matches
WITHOUT_LIMIT = {3: 8, 5: 12, 10: 20}
SHORT_OF_CHIPS = 95  # in percent
PLANNED = 75  # in percent
LOOKS = {3: 134, 4: 160, 5: 186, 6: 205, 7: 222}  # percent of the visits, by seats


def visits(options: Mapping[str, Value], seats: int) -> int:
    """Return visits by the number of matches, and by how soon chips are gone.

    >>> [visits({"matches": 5, "bet_limit": limit, "start_chips": 15}, 4) for limit in (5, 0)]
    [18, 12]
    """
    matches, limit = int(options["matches"]), int(options["bet_limit"])
    if not limit:
        return WITHOUT_LIMIT[matches]
    return VISITS[matches] * (SHORT_OF_CHIPS if int(options["start_chips"]) < 3 * limit else 100) // 100


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """Return looks by visits and seats.

    >>> check_ins({"matches": 5, "bet_limit": 5, "start_chips": 15}, 4)
    28
    """
    return visits(options, seats) * LOOKS[seats] // 100


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Return visits and looks with premoves, in which bets and the next card are planned together.

    >>> with_premoves({"matches": 5, "bet_limit": 5, "start_chips": 15}, 4)
    (13, 21)
    """
    return visits(options, seats) * PLANNED // 100, check_ins(options, seats) * PLANNED // 100
