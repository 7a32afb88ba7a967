"""Standings, and the results stored for people in the transaction that ends a table for them."""

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


def get_standing(game: AnyGame, state: AnyState, seats: Iterable[Seat]) -> Standing:
    """Return the game's standing, with seats that forfeited ranked last."""
    return rank_last(game.rules.standing(state), {seat.number for seat in seats if seat.has_forfeited})


def record_results(session: TableSession) -> None:
    """Store a result for every person seated at a table that has ended."""
    over = session.table.status == Table.Status.FINISHED
    standing = get_standing(session.game, session.state, session.seats) if over else None
    _write(session, [_result(session, seat, standing) for seat in session.seats if seat.user_id is not None])


def record_removal(session: TableSession, seat: Seat) -> None:
    """Store a result for a person whom the host removes from the table."""
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
    """Return whether the match counts in statistics: not a fork, and without hints or undone moves."""
    if session.table.is_fork or any(seat.is_practice for seat in session.seats):
        return False
    # Hints taken before they were events have only a row.
    return not (is_solo(session.seats) and Hint.objects.filter(seat__in=session.seats).exists())


def _write(session: TableSession, rows: Sequence[Result]) -> None:
    """Insert results, replacing those of people who were removed and sat down again. 2 queries."""
    Result.objects.filter(table=session.table, user__in=[row.user_id for row in rows]).delete()
    Result.objects.bulk_create(rows)
