"""What the people of a table can agree on among themselves, and who has agreed so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.tables.access import TableAccess, is_solo
from games.tables.labels import list_seat_lines, mid_sentence_names
from games.tables.models import Seat


@dataclass(frozen=True, slots=True)
class ProposalView:
    """What somebody has proposed, as one who sits there reads it. `kind` is a Table.Agreement's value."""

    kind: str
    agreed: list[str]
    awaited: list[str]
    mine: bool  # the reader has agreed
    can_answer: bool


def list_voting_seats(seats: Sequence[Seat]) -> list[Seat]:
    """The seats whose people are to agree: they play themselves, and are not on vacation."""
    return [seat for seat in seats if seat.is_person and not seat.on_vacation]


def can_propose(access: TableAccess) -> bool:
    """Whether the reader plays here with others, and nothing stands in the way of asking them."""
    return (
        access.table.is_in_play
        and not access.table.proposed_agreement
        and not access.is_solo
        and access.own_seat in _voting_seats(access)
    )


def get_proposal(access: TableAccess) -> ProposalView | None:
    """What has been proposed at the reader's table."""
    table, own = access.table, access.own_seat
    if own is None or not table.proposed_agreement or not table.is_in_play or is_solo(access.seats):
        return None
    asked = _voting_seats(access)
    lines = list_seat_lines(asked, own.number)
    return ProposalView(
        kind=table.proposed_agreement,
        agreed=mid_sentence_names(line for line in lines if line.number in table.agreed_seats),
        awaited=mid_sentence_names(line for line in lines if line.number not in table.agreed_seats),
        mine=own.number in table.agreed_seats,
        can_answer=own in asked,
    )


def _voting_seats(access: TableAccess) -> list[Seat]:
    return list_voting_seats(access.seats)
