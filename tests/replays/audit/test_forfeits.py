"""A forfeit, and then a moderator removes the player: pages and audit judge the seat alike."""

from games.clocks.time_control import TimeControl
from games.engine.serialization.canonical_json import dump_canonical
from games.moderation.services.approvals import order_action
from games.replays.standalone.verify_match import YES, check_record
from games.tables.models import Result
from games.tables.services.timeouts import resolve_overdue
from tests.matches import SHORT, play_on, running, seat
from tests.replays.archived import record_of
from tests.replays.audit.agreeing import all_agree
from tests.replays.record_checker import verify
from tests.time_travel import time_runs_out


def test_a_player_removed_after_forfeiting(alice, bob, moderator, slug):
    """From then on a bot holds the seat, and takes the place that its play brings."""
    table = running(slug, alice, bob, timing=TimeControl(3_600, on_timeout="forfeit"), **SHORT.get(slug, {}))
    play_on(table, 0)
    time_runs_out(table, 0)
    assert resolve_overdue(50) == 1
    assert seat(table, 0).has_forfeited
    order = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "abuse"}
    assert order_action(action="remove", number=0, **order)
    table = play_on(table)
    all_agree(table)
    assert Result.objects.get(table=table, user=alice).outcome == "removed"
    record = record_of(table)
    assert verify(record) is None
    assert check_record(dump_canonical(record)).code == YES
