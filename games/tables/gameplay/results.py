"""Writing down how a table went for its people, inside the transaction of the event that ends it for them."""

from collections.abc import Sequence

from games.engine.game import Standing
from games.tables.gameplay.standings import get_standing
from games.tables.models import Result, Seat, Table
from games.tables.session.table_session import TableSession

Outcome = Result.Outcome
_OUTCOME_BY_STATUS = {
    Table.Status.ABANDONED: Outcome.CLOSED, Table.Status.VOIDED: Outcome.VOID, Table.Status.BROKEN_OFF: Outcome.BROKEN
}  # fmt: skip


def record_results(d: TableSession) -> None:
    """The table has ended: everybody who sits there has a result."""
    over = d.table.status == Table.Status.FINISHED
    standing = get_standing(d.game, d.state, d.seats) if over else None
    _write(d, [_result(d, seat, standing) for seat in d.seats if seat.user_id is not None])


def record_removal(d: TableSession, seat: Seat) -> None:
    """The host takes this person's seat away: their lists say so."""
    _write(d, [_row(d, seat, Outcome.REMOVED)])


def _result(d: TableSession, seat: Seat, standing: Standing | None) -> Result:
    if standing is None:
        return _row(d, seat, _OUTCOME_BY_STATUS[Table.Status(d.table.status)])
    if seat.has_resigned:
        return _row(d, seat, Outcome.RESIGNED)
    outcome = Outcome.WON if seat.number in standing.winners else Outcome.LOST
    return _row(d, seat, outcome, standing.places[seat.number], standing.scores[seat.number])


def _row(d: TableSession, seat: Seat, outcome: Outcome, place: int | None = None, score: int | None = None) -> Result:
    assert seat.user_id is not None
    return Result(
        table=d.table, user_id=seat.user_id, title=d.table.title, outcome=outcome, place=place, score=score,
        public=d.table.sharing == Table.Sharing.LISTED, rated=not d.table.forked, ended_at=d.now,
    )  # fmt: skip


def _write(d: TableSession, rows: Sequence[Result]) -> None:
    """Who was removed and sat down again has a row already. 2 queries."""
    Result.objects.filter(table=d.table, user__in=[row.user_id for row in rows]).delete()
    Result.objects.bulk_create(rows)
