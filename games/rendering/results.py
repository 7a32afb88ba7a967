"""A standing as rows of a result table."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.game import Standing


@dataclass(frozen=True, slots=True)
class ResultRow:
    seat: int | None  # None: the house
    name: str
    place: int
    score: int
    winner: bool
    shared: bool = False  # another seat has the same place
    avatar: str = ""


def list_result_rows(standing: Standing, names: Sequence[str], avatars: Sequence[str] = ()) -> list[ResultRow]:
    """List the seats of a standing, and the house if it plays: best place first, ties in seat order.

    The template names the house.
    """
    rows = [
        ResultRow(
            seat=seat,
            name=names[seat],
            place=place,
            score=standing.scores[seat],
            winner=seat in standing.winners,
            shared=standing.places.count(place) > 1,
            avatar=avatars[seat] if avatars else "",
        )
        for seat, place in enumerate(standing.places)
    ]
    if standing.house is not None:
        won = standing.house_won
        rows.append(ResultRow(None, "", 1 if won else 2, standing.house, won))
    return sorted(rows, key=lambda row: row.place)
