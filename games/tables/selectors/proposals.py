"""The open proposal of a table and its votes."""

from dataclasses import dataclass

from django.utils import timezone

from games.tables.access import TableAccess, is_solo
from games.tables.gameplay.agreements import get_open_proposal, list_voting_seats
from games.tables.labels import list_seat_lines, mid_sentence_names
from games.tables.models import Seat


@dataclass(frozen=True, slots=True)
class ProposalView:
    """An open proposal as a player sees it. `kind` is a Table.Agreement value."""

    kind: str
    agreed: list[str]
    awaited: list[str]
    has_agreed: bool  # the reader has agreed
    can_answer: bool
    is_only_mine: bool = False  # no one else has agreed: withdrawing the vote ends the proposal


def can_propose(access: TableAccess) -> bool:
    """Return whether the reader plays with others here and can make a proposal now."""
    return (
        access.table.is_in_play
        and not get_open_proposal(access.table, timezone.now())
        and not access.is_solo
        and access.own_seat in _voting_seats(access)
    )


def get_proposal(access: TableAccess) -> ProposalView | None:
    """Return the open proposal at the reader's table, if any."""
    table, own_seat = access.table, access.own_seat
    kind = get_open_proposal(table, timezone.now())
    if own_seat is None or not kind or not table.is_in_play or is_solo(access.seats):
        return None
    voters = _voting_seats(access)
    lines = list_seat_lines(voters, own_seat.number)
    return ProposalView(
        kind=kind,
        agreed=mid_sentence_names(line for line in lines if line.number in table.agreed_seats),
        awaited=mid_sentence_names(line for line in lines if line.number not in table.agreed_seats),
        has_agreed=own_seat.number in table.agreed_seats,
        can_answer=own_seat in voters,
        is_only_mine=table.agreed_seats == [own_seat.number],
    )


def _voting_seats(access: TableAccess) -> list[Seat]:
    return list_voting_seats(access.seats)
