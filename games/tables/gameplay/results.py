"""How a table stands, and writing down how it went for its people, inside the transaction that ends it for them."""

from collections.abc import Iterable, Sequence

from games.engine.game import AnyGame, AnyState, Standing
from games.engine.transitions import rank_last
from games.tables.access import is_solo
from games.tables.locked_table import TableSession
from games.tables.models import Hint, Result, Seat, Table

Outcome = Result.Outcome
_OUTCOME_BY_STATUS = {
    Table.Status.ABANDONED: Outcome.CLOSED, Table.Status.VOIDED: Outcome.VOID, Table.Status.BROKEN_OFF: Outcome.BROKEN
}  # fmt: skip


def get_standing(title: AnyGame, state: AnyState, seats: Iterable[Seat]) -> Standing:
    """The game's standing, but whoever has forfeited ranks last, whatever their cards would have brought."""
    return rank_last(title.rules.standing(state), {seat.number for seat in seats if seat.has_forfeited})


def record_results(session: TableSession) -> None:
    """The table has ended: everybody who sits there has a result."""
    over = session.table.status == Table.Status.FINISHED
    standing = get_standing(session.game, session.state, session.seats) if over else None
    _write(session, [_result(session, seat, standing) for seat in session.seats if seat.user_id is not None])


def record_removal(session: TableSession, seat: Seat) -> None:
    """The host takes this person's seat away: their lists say so."""
    _write(session, [_row(session, seat, Outcome.REMOVED)])


def _result(session: TableSession, seat: Seat, standing: Standing | None) -> Result:
    if standing is None:
        return _row(session, seat, _OUTCOME_BY_STATUS[Table.Status(session.table.status)])
    if seat.has_resigned:
        return _row(session, seat, Outcome.RESIGNED)
    outcome = Outcome.WON if seat.number in standing.winners else Outcome.LOST
    return _row(session, seat, outcome, standing.places[seat.number], standing.scores[seat.number])


def _row(
    session: TableSession, seat: Seat, outcome: Outcome, place: int | None = None, score: int | None = None
) -> Result:
    assert seat.user_id is not None
    return Result(
        table=session.table, user_id=seat.user_id, game_slug=session.table.game_slug, outcome=outcome, place=place,
        score=score, is_public=session.table.replay_visibility == Table.ReplayVisibility.LISTED,
        is_rated=_is_rated(session),
        ended_at=session.now,
    )  # fmt: skip


def _is_rated(session: TableSession) -> bool:
    """Whether it counts in figures: nobody took a decision back, was advised, or knew the cards beforehand."""
    if session.table.is_fork or any(seat.took_back_in is not None for seat in session.seats):
        return False
    return not (is_solo(session.seats) and Hint.objects.filter(seat__in=session.seats).exists())


def _write(session: TableSession, rows: Sequence[Result]) -> None:
    """Who was removed and sat down again has a row already. 2 queries."""
    Result.objects.filter(table=session.table, user__in=[row.user_id for row in rows]).delete()
    Result.objects.bulk_create(rows)
