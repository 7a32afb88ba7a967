"""What the people of a table can agree on among themselves, and who has agreed so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.tables.access import Access, plays_alone
from games.tables.labels import amid_sentences, seat_lines
from games.tables.models import Seat


@dataclass(frozen=True, slots=True)
class AccordShown:
    """What somebody has proposed, as one who sits there reads it. `kind` is a Table.Agreement's value."""

    kind: str
    agreed: list[str]
    awaited: list[str]
    mine: bool  # the reader has agreed
    may_answer: bool


def players(seats: Sequence[Seat]) -> list[Seat]:
    """The seats whose people are to agree: they play themselves, and are not on vacation."""
    return [seat for seat in seats if seat.played_by_person and not seat.vacation]


def may_propose(access: Access) -> bool:
    """Whether the reader plays here with others, and nothing stands in the way of asking them."""
    return access.table.in_play and not access.table.proposed and not access.alone and access.own in _asked(access)


def accord_shown(access: Access) -> AccordShown | None:
    """What has been proposed at the reader's table."""
    table, own = access.table, access.own
    if own is None or not table.proposed or not table.in_play or plays_alone(access.seats):
        return None
    asked = _asked(access)
    lines = seat_lines(asked, own.number)
    return AccordShown(
        kind=table.proposed,
        agreed=amid_sentences(line for line in lines if line.number in table.agreed),
        awaited=amid_sentences(line for line in lines if line.number not in table.agreed),
        mine=own.number in table.agreed,
        may_answer=own in asked,
    )


def _asked(access: Access) -> list[Seat]:
    return players(access.seats)
