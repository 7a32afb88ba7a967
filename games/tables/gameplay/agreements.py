"""Agreements of a table's players: when a proposal is carried out, withdrawn, or has lapsed.

A proposal is no event, because it changes nothing yet. The event of the agreement names the seats that have agreed.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.tables import signals
from games.tables.access import is_solo
from games.tables.clocks.seat_clock import set_live_play, update_clock
from games.tables.locked_table import TableSession
from games.tables.models import Event, Seat, Table

PROPOSAL_LIFETIME = timedelta(days=3)


def list_voting_seats(seats: Sequence[Seat]) -> list[Seat]:
    """List the seats whose players have to agree: they play themselves and are not on vacation."""
    return [seat for seat in seats if seat.is_person and not seat.on_vacation]


def get_open_proposal(table: Table, now: datetime) -> str:
    """Return the kind of the table's open proposal, a Table.Agreement value; "" if missing or lapsed."""
    lapsed = table.proposed_at is not None and now - table.proposed_at >= PROPOSAL_LIFETIME
    return "" if lapsed else table.proposed_agreement


def start_proposal(session: TableSession, kind: str) -> None:
    """Start a proposal without any votes yet."""
    session.table.proposed_agreement, session.table.agreed_seats = kind, []
    session.table.proposed_at = session.now


def withdraw_proposal(session: TableSession) -> None:
    """Forget the table's proposal, if there is one."""
    session.table.proposed_agreement, session.table.agreed_seats, session.table.proposed_at = "", [], None


def settle_proposal(session: TableSession, voter: Seat | None = None) -> None:
    """Count a proposal again: carry it out once everyone has agreed who still has to.

    Withdraw it where no one who agreed plays any more, or no one is left to agree with. Call it after each vote, and
    after the event by which a seat's player stops playing (then without `voter`).
    """
    table = session.table
    if not table.proposed_agreement or not table.is_in_play:
        return
    voters = [seat.number for seat in list_voting_seats(session.seats)]
    agreed = [number for number in voters if number in table.agreed_seats]
    is_alone = is_solo(session.seats) or (table.proposed_agreement == Table.Agreement.LIVE and len(voters) < 2)
    if not agreed or is_alone or not get_open_proposal(table, session.now):
        withdraw_proposal(session)
    elif agreed == voters:
        _carry_out(session, voters, voter)


def _carry_out(session: TableSession, agreed: list[int], voter: Seat | None) -> None:
    kind = session.table.proposed_agreement
    withdraw_proposal(session)
    if kind == Table.Agreement.LIVE:
        set_live_play(session, session.now)
    else:
        session.table.paused_at = session.now
        for seat in session.seats:
            update_clock(session, seat)
    number = voter.number if voter else agreed[0]
    session.event_writer.append(Event.Kind(kind), cause=Event.Cause.PLAYER, seat=number, data={"agreed": agreed})
    if kind == Table.Agreement.PAUSE:
        signals.PauseBegan(session, voter).send()
