"""Who plays a seat is one value, and what moves change of a table is in no index."""

import pytest
from django.db import IntegrityError, transaction

from games.clocks.time_control import TimeControl
from games.moderation.services.suspended_seats import list_unsynced, sync_suspension
from games.tables.errors import ConflictError
from games.tables.models import Seat, Table
from games.tables.services.timeouts import resolve_overdue
from tests.matches import SHORT, fresh, play_on, running, seat, snapshot
from tests.moderation.actions import seat_to_bot
from tests.time_travel import time_runs_out

PlayedBy = Seat.PlayedBy


@pytest.fixture
def forfeited(alice, bob) -> Table:
    """Alice has let her time run out where that is the end."""
    table = running("sdc", alice, bob, timing=TimeControl(3_600, on_timeout="forfeit"), **SHORT["sdc"])
    play_on(table, 0)
    time_runs_out(table, 0)
    resolve_overdue(50)
    assert seat(table, 0).played_by == PlayedBy.SAFE_MOVES
    return table


def test_a_forfeited_seat_goes_to_no_bot(forfeited, alice, moderator):
    alice.is_active = False
    alice.save()
    assert list_unsynced(9) == []
    before = snapshot(forfeited)
    assert not sync_suspension(forfeited.pk)
    with pytest.raises(ConflictError, match="forfeited"):
        seat_to_bot(public_id=forfeited.public_id, moderator_id=moderator.pk, reason="x", number=0, level="normal")
    assert snapshot(forfeited) == before


@pytest.mark.parametrize("played_by", PlayedBy)
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("level", ["", "normal"])
def test_seat_person_and_level_fit_together(alice, bob, played_by, held, level):
    """Only bots have a level; a player who forfeits, resigns or is away is a person."""
    table = running("lombard", alice, bob)
    by_bot = played_by not in (PlayedBy.NOBODY, PlayedBy.PERSON, PlayedBy.SAFE_MOVES)
    fits = bool(level) == by_bot and held == (played_by not in (PlayedBy.NOBODY, PlayedBy.BOT))
    rows = Seat.objects.filter(table=table, number=1)
    change = {"played_by": played_by, "user": bob if held else None, "bot_level": level}
    if fits:
        assert rows.update(**change) == 1
        return
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(**change)


def test_a_move_changes_nothing_that_the_table_is_found_by(alice, bob):
    table = running("lombard", alice, bob)
    indexed = {name.lstrip("-") for index in Table._meta.indexes for name in index.fields}
    before = {name: getattr(fresh(table), name) for name in indexed}
    play_on(table, 1)
    table = fresh(table)
    assert table.changed_at >= before["lobby_at"]
    assert {name: getattr(table, name) for name in indexed} == before
