"""While a match runs, no one sees to the second when something happened."""

import re
from datetime import UTC, datetime, timedelta

from django.urls import reverse

from games.tables.clocks.coarse_times import coarsen_deadline, floor_time
from games.tables.models import Event, Seat
from tests.matches import fresh, play_on, running, seat, to_turn_of
from tests.time_travel import set_deadlines

INSTANT = re.compile(r'<time[^>]* datetime="([^"]+)"')


def instants(html: str) -> set[str]:
    return set(INSTANT.findall(html))


def test_moments_are_whole_hours_and_deadlines_tell_no_answers_time(alice, bob):
    table = running("lombard", alice, bob, turn_seconds=86_400)
    late = datetime(2026, 11, 22, 14, 3, 21, 500, UTC)
    assert floor_time(late) == datetime(2026, 11, 22, 14, tzinfo=UTC)
    assert coarsen_deadline(table, late, is_own=False) == datetime(2026, 11, 22, 15, tzinfo=UTC)
    assert coarsen_deadline(table, late, is_own=True) == datetime(2026, 11, 22, 14, tzinfo=UTC)
    assert coarsen_deadline(table, None, is_own=True) is None
    table.live_since = late  # everyone is there
    assert coarsen_deadline(table, late, is_own=True) == coarsen_deadline(table, late, is_own=False) == late
    table.turn_seconds, table.live_since = 300, None
    assert coarsen_deadline(table, late, is_own=False) == late


def test_pages_tell_hours_until_the_end(alice, bob, visit, moderator):
    table = running("lombard", alice, bob, options={"target_coins": 16}, turn_seconds=86_400)
    to_turn_of(table, 0)
    set_deadlines(
        Seat.objects.filter(table=table, question_seq__isnull=False),
        datetime.now(UTC).replace(minute=47, second=13) + timedelta(days=1),
    )
    base = f"/tables/{table.public_id}/"
    other_pages = [
        visit(user).get(base + part).content.decode() for user in (bob, None) for part in ("", "fragment/", "log/")
    ]
    own_page = visit(alice).get(base).content.decode()
    lists = [
        visit(user).get(path).content.decode() for user in (bob, None) for path in ("/lobby/", "/tables/turn-count/")
    ]
    told_instants = set().union(*map(instants, [*other_pages, *lists]))
    assert told_instants
    assert all(instant.endswith(":00:00Z") for instant in told_instants)
    assert all(instant.endswith("0:00Z") for instant in instants(own_page))
    event = Event.objects.filter(table=table).last()
    admin = visit(moderator)
    address = reverse("admin:tables_event_change", args=(event.pk,))
    assert event.created_at.strftime(":%M:%S") not in admin.get(address).content.decode()
    play_on(table)
    assert fresh(table).status == "finished"
    assert event.created_at.strftime(":%M:%S") in admin.get(address).content.decode()
    assert any(not instant.endswith(":00:00Z") for instant in instants(visit(bob).get(base + "log/").content.decode()))
    assert seat(table, 0).question_seq is None


def test_the_log_of_a_running_match_does_not_tell_plans_from_persons(alice, bob, visit, moderator):
    table = running("lombard", alice, bob)
    to_turn_of(table, 0)
    events = Event.objects.filter(table=table)
    row = events.filter(kind="house").last()
    row.pk, row.seq, row.kind, row.cause, row.seat = None, table.last_seq + 900, "move", "plan", 0
    row.save(force_insert=True)
    admin = visit(moderator)
    listed = admin.get(reverse("admin:tables_event_changelist")).content.decode()
    assert "player" in listed
    assert ">plan<" not in listed
    assert "cause=plan" not in listed
    assert str(row.seq) in admin.get(f"{reverse('admin:tables_event_changelist')}?cause=player").content.decode()
