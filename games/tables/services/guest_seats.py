"""Transfer of a guest's seats, results and tables to the account they log in to."""

from django.db.models import QuerySet

from accounts.models import User
from config.db.locking import write_transaction
from games.tables import signals
from games.tables.clocks.seat_clock import set_seat_user
from games.tables.locked_table import locked_table
from games.tables.models import ENDED_STATUSES, PlayedPremove, Result, Seat, SeatPremoves, Table


def move_guest_seats(guest_id: int, account: User) -> None:
    """Give the account all seats of a guest, except at tables where the account has a seat itself.

    Tables that haven't ended are locked one at a time; their clocks keep running.
    """
    for public_id in _filter_movable_seats(guest_id, account).values_list("table__public_id", flat=True):
        _move_seat(public_id, guest_id, account)
    with write_transaction():
        ended = _filter_movable_seats(guest_id, account, table__status__in=ENDED_STATUSES)
        tables = list(ended.values_list("table", flat=True))
        Result.objects.filter(user=guest_id, table__in=tables).update(user=account)
        Table.objects.filter(host=guest_id, pk__in=tables).update(host=account)
        Seat.objects.filter(user=guest_id, table__in=tables).update(user=account)


def _filter_movable_seats(guest_id: int, account: User, **ended: object) -> "QuerySet[Seat]":
    seats = (
        Seat.objects.filter(user=guest_id)
        .exclude(table__in=Seat.objects.filter(user=account).values("table"))
        .exclude(table__in=Result.objects.filter(user=account).values("table"))  # the account was removed from there
    )
    return seats.filter(**ended) if ended else seats.exclude(table__status__in=ENDED_STATUSES)


def _move_seat(public_id: str, guest_id: int, account: User) -> None:
    with locked_table(public_id) as session:
        seat = next((seat for seat in session.seats if seat.user_id == guest_id), None)
        if seat is None or session.table.is_ended or any(other.user_id == account.pk for other in session.seats):
            return
        set_seat_user(session, seat, account)
        if session.table.host_id == guest_id:
            session.table.host_id = account.pk
        SeatPremoves.objects.filter(seat=seat, user=guest_id).update(user=account)
        PlayedPremove.objects.filter(seat=seat, user=guest_id).update(user=account)
        session.mark_page_changed()
        if seat.question_seq is not None:
            signals.QuestionsChanged(session, [seat]).send()
