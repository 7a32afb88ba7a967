"""After the first reveal a strict table either deals or is called off, and that is counted."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.clocks.time_control import TimeControl
from games.engine.chance import hash_client_seed
from games.moderation.services.approvals import order_action
from games.moderation.services.suspended_seats import sync_suspension
from games.monitoring.backlog import get_backlog
from games.monitoring.metrics import render_metrics
from games.monitoring.stats import get_dashboard_stats
from games.notifications.models import Notification
from games.notifications.outbox.fanout import decide_notifications
from games.replays.imports.parser import parse_record
from games.replays.imports.services import audit_record
from games.replays.models import TransparencyLogEntry
from games.replays.transparency_log import extend_log
from games.replays.verification.selectors import audit_table
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Event, Position, Result, Seat, Table
from games.tables.selectors.history import get_person_page
from games.tables.selectors.seed_reveal_stats import get_host_strict_counts, get_site_strict_counts
from games.tables.services.cleanup import expire_table
from games.tables.services.rematch import join_rematch
from games.tables.services.seats import fill_with_bots, leave_seat, remove_player, take_seat
from games.tables.services.seed_reveal import (
    expire_overdue_reveals,
    expire_reveal_if_due,
    get_reveal_period,
    reveal_client_seed,
    submit_client_seed_hash,
)
from tests.matches import SHORT, bodies, fresh, opened, play_on, snapshot
from tests.moderation.actions import table_freeze, void_ordered
from tests.replays.archived import proven, record_of, without_rows
from tests.replays.audit.agreeing import all_agree
from tests.replays.audit.forging import changed_body, erase, first_wrong, forge, forge_row, of_kind, rehash
from tests.replays.record_checker import verify

SECRETS = {0: b"\x00" * 32, 1: b"\x01" * 32, 2: b"\x02" * 32}


def give(table, number, user):
    client_seed_hash = hash_client_seed(table.public_id, number, SECRETS[number])
    submit_client_seed_hash(public_id=table.public_id, user_id=user.pk, client_seed_hash=client_seed_hash)


def show(table, number, user):
    reveal_client_seed(public_id=table.public_id, user_id=user.pk, client_seed=SECRETS[number])


def late(table):
    """The time for all openings is over: it ended when the first part was shown."""
    first = Event.objects.get(table=table, kind="open").created_at
    assert Table.objects.filter(pk=table.pk, reveal_deadline__isnull=False).update(reveal_deadline=first) == 1


@pytest.fixture
def table(alice, bob):
    """Two people have added client seeds, and no one has shown one."""
    table = opened("sdc", alice, bob, strict=True, **SHORT["sdc"])
    give(table, 0, alice)
    give(table, 1, bob)
    return fresh(table)


@pytest.fixture
def three(alice, bob, person):
    """Three people have given their parts; the table, and they by seat."""
    people = (alice, bob, person("Carol"))
    table = opened("lombard", *people, strict=True)
    for number, user in enumerate(people):
        give(table, number, user)
    return fresh(table), people


@pytest.fixture
def opening(table, bob):
    """Bob has shown his, Alice, the host, has not."""
    show(table, 1, bob)
    return fresh(table)


def by_clock(table, alice, bob, moderator):
    late(table)
    assert expire_overdue_reveals(10) == 1


def by_leaving(table, alice, bob, moderator):
    leave_seat(public_id=table.public_id, user_id=alice.pk, break_off=True)


def by_leaving_who_has_shown(table, alice, bob, moderator):
    leave_seat(public_id=table.public_id, user_id=bob.pk, break_off=True)


def by_void(table, alice, bob, moderator):
    void_ordered(public_id=table.public_id, moderator_id=moderator.pk, reason="a complaint")


def by_removal(table, alice, bob, moderator):
    assert order_action(
        public_id=table.public_id, moderator_id=moderator.pk, reason="rude", action="remove", number=0
    )  # fmt: skip


def by_suspension(table, alice, bob, moderator):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert sync_suspension(table.pk)


def by_expiry(table, alice, bob, moderator):
    long_ago = timezone.now() - timedelta(days=40)
    Table.objects.filter(pk=table.pk).update(lobby_at=long_ago)
    late(table)
    assert expire_table(table.public_id)


WAYS = {
    by_clock: ("clock", "time", None),
    by_leaving: ("player", "left", 0),
    by_leaving_who_has_shown: ("player", "left", 1),
    by_void: ("moderator", "void", None),
    by_removal: ("moderator", "removed", 0),
    by_suspension: ("house", "gone", 0),
    by_expiry: ("clock", "time", None),
}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_out_is_one_end(opening, alice, bob, moderator, way):
    way(opening, alice, bob, moderator)
    table, last = fresh(opening), bodies(opening)[-1]
    assert (table.status, table.started_at, table.reveal_deadline) == ("broken-off", None, None)
    cause, why, seat = WAYS[way]
    assert (last["kind"], last["cause"], last["data"]["why"], last["seat"]) == ("break-off", cause, why, seat)
    assert last["data"]["opened"] == ["", SECRETS[1].hex()]
    assert last["data"]["phrases"] == [hash_client_seed(table.public_id, n, SECRETS[n]) for n in (0, 1)]
    assert [body["kind"] for body in bodies(table)].count("break-off") == 1
    assert set(Result.objects.filter(table=table).values_list("outcome", "place", "is_rated")) == {
        ("broken", None, True)
    }
    assert list(table.seats.order_by("number").values_list("user", flat=True)) == [alice.pk, bob.pk]
    with pytest.raises(ConflictError):  # nothing goes on
        show(table, 0, alice)
    with pytest.raises(ConflictError):
        leave_seat(public_id=table.public_id, user_id=bob.pk, break_off=True)
    all_agree(table)
    record = record_of(table)
    assert (record["status"], record["seed"]) == ("broken-off", bytes(table.seed.value).hex())
    assert verify(record) is None
    assert audit_record(parse_record(json.dumps(record)), float("inf")).verdict == "yes"
    while extend_log(10):
        pass
    assert [link.chain_hash for link in TransparencyLogEntry.objects.filter(table=table).order_by("number")] == [
        "",
        table.digest,
    ]


def test_its_rows_go_as_those_of_a_match(opening):
    late(opening)
    expire_overdue_reveals(10)
    assert audit_table(without_rows(fresh(opening))).verdict == "yes"


def test_until_a_part_is_shown_everybody_may_go(table, alice, bob, moderator):
    leave_seat(public_id=table.public_id, user_id=bob.pk)
    assert fresh(table).status == "open"
    assert get_host_strict_counts(alice.pk).broken_off == 0
    void_ordered(public_id=table.public_id, moderator_id=moderator.pk, reason="a complaint")
    assert fresh(table).status == "voided"


def test_what_is_no_way_out(opening, alice, bob, charlie, moderator):
    """No late or mistaken request calls a table off, or leaves it undealt."""
    before = snapshot(opening)
    key = bob.public_id
    for refused in (
        lambda: leave_seat(public_id=opening.public_id, user_id=alice.pk),  # from a page that was made before
        lambda: remove_player(public_id=opening.public_id, user_id=alice.pk, number=1, key=key),
        lambda: table_freeze(public_id=opening.public_id, moderator_id=moderator.pk, reason="wait"),
        lambda: give(opening, 0, alice),
        lambda: take_seat(public_id=opening.public_id, user_id=charlie.pk),
    ):
        with pytest.raises(ConflictError):
            refused()
    fill_with_bots(public_id=opening.public_id, user_id=alice.pk, level="beginner")  # nothing to fill
    assert expire_overdue_reveals(10) == 0  # nor is it time
    assert not expire_table(opening.public_id)
    assert snapshot(opening) == before
    show(opening, 0, alice)
    table = fresh(opening)
    assert (table.status, table.reveal_deadline) == ("running", None)
    assert expire_overdue_reveals(10) == 0
    void_ordered(public_id=table.public_id, moderator_id=moderator.pk, reason="a complaint")  # a match as any other
    assert fresh(table).status == "running"


def test_a_bot_that_stands_in_before_the_deal_shows_nothing(table, alice, bob, moderator):
    assert order_action(
        public_id=table.public_id, moderator_id=moderator.pk, reason="away", action="seat-to-bot", number=1,
        level="normal",
    )  # fmt: skip
    show(table, 0, alice)
    assert fresh(table).reveal_deadline is not None
    show(table, 1, bob)
    all_agree(play_on(fresh(table)))


@pytest.mark.parametrize(("turn", "hours"), [(60, 24), (3 * 86_400, 72), (0, 14 * 24)])
def test_how_long_there_is(alice, bob, turn, hours):
    table = opened("sdc", alice, bob, strict=True, timing=TimeControl(turn))
    assert get_reveal_period(table).total_seconds() == hours * 3600
    give(table, 0, alice)
    give(table, 1, bob)
    show(table, 0, alice)
    opened_at = Event.objects.get(table=table, kind="open").created_at
    assert (fresh(table).reveal_deadline - opened_at).total_seconds() == hours * 3600


def test_the_second_part_gives_the_others_no_more_time(three, bob):
    table, people = three
    show(table, 0, people[0])
    until = fresh(table).reveal_deadline - timedelta(hours=1)
    Table.objects.filter(pk=table.pk).update(reveal_deadline=until)
    show(table, 1, bob)
    assert fresh(table).reveal_deadline == until


def test_before_its_time_the_clock_breaks_nothing_off(opening):
    before = snapshot(opening)
    assert expire_overdue_reveals(10) == 0
    assert not expire_reveal_if_due(opening.public_id), "nor does a sweep that looked too soon"
    assert snapshot(opening) == before


# --- counted --------------------------------------------------------------------------------------------------------


def test_it_is_counted_with_the_host_and_with_the_house(opening, alice, bob, person):
    late(opening)
    expire_overdue_reveals(10)
    dan = person("Dan")
    other = opened("sdc", alice, dan, strict=True)
    give(other, 0, alice)
    give(other, 1, dan)
    show(other, 0, alice)
    leave_seat(public_id=other.public_id, user_id=dan.pk, break_off=True)
    dealt = opened("sdc", alice, bob, strict=True)
    for number, user in ((0, alice), (1, bob)):
        give(dealt, number, user)
    for number, user in ((0, alice), (1, bob)):
        show(dealt, number, user)
    counts = get_host_strict_counts(alice.pk)
    assert (counts.dealt, counts.broken_off, counts.by_host, counts.by_others) == (1, 2, 1, 1)
    assert get_host_strict_counts(bob.pk).has_any is False  # previous occupants aren't counted
    assert (get_site_strict_counts().dealt, get_site_strict_counts().broken_off) == (1, 2)
    dashboard_stats = get_dashboard_stats()
    assert (dashboard_stats.dealt_strict, dashboard_stats.broken_off) == (1, 2)
    assert (
        "tefuda_strict_broken_off_month 2.0"
        in render_metrics(dashboard_stats, get_backlog(dashboard_stats.at)).decode()
    )
    person_page = get_person_page(alice.public_id, bob.pk)
    assert (person_page.strict, person_page.matches) == (counts, 0)


def test_pages_say_it(opening, visit, alice, bob, charlie):
    at = opening.get_absolute_url()
    page = visit(bob).get(at).content.decode()
    assert "The client seeds are being shown." in page
    assert "Call the table off" in page
    assert "Your client seed is needed." in visit(alice).get(at).content.decode()
    assert "Waiting for your client seed" in visit(alice).get("/lobby/").content.decode()
    assert "Waiting for your client seed" not in visit(bob).get("/lobby/").content.decode()
    late(opening)
    expire_overdue_reveals(10)
    alices_page, charlies_page = visit(alice).get(at).content.decode(), visit(charlie).get(at).content.decode()
    assert "Hadn’t shown theirs" in alices_page
    assert "Hadn’t shown theirs" not in charlies_page
    assert "1 of 2 client seeds had been shown." in charlies_page
    for page in (alices_page, charlies_page):
        assert "Not all client seeds were shown in time" in page
    assert (
        "0 dealt, 1 called off before the deal" in visit(charlie).get(f"/players/{alice.public_id}/").content.decode()
    )
    proven(fresh(opening))
    answer = visit(charlie).get(reverse("replays:verify", args=[opening.public_id])).content.decode()
    assert "This table was called off" in answer
    assert re.search(r"Strict tables on the whole site in the last 30 days: 0 dealt,\s+1 called off", answer)
    log = visit(alice, "ja").get(at).content.decode()
    assert "打ち切られ" in log
    assert Event.objects.filter(table=opening).count() == opening.last_seq + 1


def test_leaving_by_form_must_be_meant(opening, visit, alice):
    at, client = reverse("tables:leave", args=[opening.public_id]), visit(alice)
    assert client.post(at).status_code == 409
    assert fresh(opening).status == "open"
    assert client.post(at, {"break_off": "1"}).status_code == 302
    assert fresh(opening).status == "broken-off"


def test_a_table_that_can_not_be_broken_off_keeps_no_other_waiting(opening, alice, bob):
    other = opened("sdc", alice, bob, strict=True, **SHORT["sdc"])
    give(other, 0, alice)
    give(other, 1, bob)
    show(other, 1, bob)
    for table in (opening, other):
        late(table)
    Table.objects.filter(pk=opening.pk).update(game_slug="gone")
    assert [expire_overdue_reveals(1), expire_overdue_reveals(1)] == [0, 1]
    assert fresh(other).status == "broken-off"
    assert expire_overdue_reveals(10) == 0


# --- and set again --------------------------------------------------------------------------------------------------


def test_the_same_people_set_it_again_with_one_tap_each(opening, visit, alice, bob, charlie):
    late(opening)
    expire_overdue_reveals(10)
    at = reverse("tables:rematch", args=[opening.public_id])
    address = visit(bob).post(at)["Location"]
    assert visit(alice).post(at)["Location"] == address
    assert visit(charlie).post(at).status_code == 403
    table = Table.objects.select_related("seed").get(public_id=address.split("/")[2])
    assert (table.is_strict, table.options) == (True, opening.options)
    assert (table.commitment, bytes(table.seed.value)) != (opening.commitment, bytes(fresh(opening).seed.value))
    assert set(Seat.objects.filter(table=table).values_list("client_seed_hash", "client_seed")) == {("", "")}
    for number, user in ((0, bob), (1, alice)):
        give(table, number, user)
    show(table, 0, bob)
    late(table)
    expire_overdue_reveals(10)
    third = join_rematch(public_id=opening.public_id, user_id=alice.pk)  # the first page links to the open table
    assert third not in (opening.public_id, table.public_id)
    assert join_rematch(public_id=table.public_id, user_id=bob.pk) == third, "the second page leads there, too"


# --- notifications ---------------------------------------------------------------------------------------------------


def kinds(table):
    return set(Notification.objects.filter(table=table).values_list("kind", "recipient__name", "decision"))


def test_who_has_still_to_show_a_part_is_told(opening, alice):
    assert kinds(opening) == {("opening", "Alice", "")}
    Notification.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    decide_notifications()
    assert kinds(opening) == {("opening", "Alice", "nobody")}  # nothing to tell her by


def test_who_has_shown_it_meanwhile_is_not(opening, alice):
    show(opening, 0, alice)
    Notification.objects.filter(kind="opening").update(due_at=timezone.now() - timedelta(seconds=1))
    decide_notifications()
    assert "opening" not in {kind for kind, _name, _decision in kinds(opening)}


def test_who_has_shown_it_is_not_told_while_others_are_awaited(three, bob):
    table, people = three
    show(table, 0, people[0])
    show(table, 1, bob)
    Notification.objects.filter(kind="opening").update(due_at=timezone.now() - timedelta(seconds=1))
    decide_notifications()
    assert kinds(table) == {("opening", "Carol", "nobody")}


def test_all_are_told_of_the_end(opening):
    late(opening)
    expire_overdue_reveals(10)
    assert {("broken-off", "Alice", ""), ("broken-off", "Bob", "")} <= kinds(opening)


# --- a house that cheats --------------------------------------------------------------------------------------------


@pytest.fixture
def broken(opening, alice, bob):
    late(opening)
    expire_overdue_reveals(10)
    return fresh(opening)


def spoilt(table, of, **parts):
    """The first event of that kind says something else, in its columns too, and all else is made to fit."""
    event = of_kind(table, of)
    columns = {name: parts[name] for name in ("kind", "cause", "seat") if name in parts}
    forge(table, event.seq, body=changed_body(table, event.seq, **parts), **columns)
    rehash(table)
    return event


def data_of(table, kind):
    return next(body["data"] for body in bodies(table) if body["kind"] == kind)


@pytest.mark.parametrize(("kind", "cause", "status"), [
    ("expire", "clock", "abandoned"), ("void", "moderator", "voided"), ("leave", "player", "abandoned"),
])  # fmt: skip
def test_an_end_by_another_name_is_found(broken, kind, cause, status):
    """So that nothing would have to be counted."""
    seat = {"seat": 0} if kind == "leave" else {}  # the one that had not shown its part
    event = spoilt(broken, "break-off", kind=kind, cause=cause, data={}, **seat)
    forge_row(broken, status=status)
    if seat:
        forge_row(Seat.objects.get(table=broken, number=0), user=None, played_by="nobody")
    complaint = ("columns", "table-status") if kind == "leave" else ("rules", "not-dealt")  # the other is still there
    assert first_wrong(broken) == (*complaint, event.seq, kind)


def test_a_cut_off_end_is_found(broken):
    end = of_kind(broken, "break-off")
    erase(broken, end.seq)
    forge_row(broken, status="abandoned", last_seq=end.seq - 1)
    rehash(broken)
    assert first_wrong(broken)[1] == "table-status"


def test_another_silence_is_found(broken):
    """Bob is to have kept silent, not Alice."""
    data = data_of(broken, "break-off")
    event = spoilt(broken, "break-off", data=data | {"opened": [SECRETS[0].hex(), ""]})
    assert first_wrong(broken) == ("rules", "phrases", event.seq, "break-off")


def test_another_hash_is_found(broken):
    data = data_of(broken, "break-off")
    event = spoilt(broken, "break-off", data=data | {"phrases": [data["phrases"][0], "ab" * 32]})
    assert ("table-phrases", event.seq) == first_wrong(broken)[1:3]


@pytest.mark.parametrize("data", [
    {"deadline": "2020-01-01T00:00:00.000000Z"}, {"deadline": "2999-01-01T00:00:00.000000Z"}, {"deadline": None},
    {"found": "2020-01-01T00:00:00.000000Z"},
])  # fmt: skip
def test_a_deadline_that_was_none_is_found(broken, data):
    event = spoilt(broken, "break-off", data=data_of(broken, "break-off") | data)
    assert first_wrong(broken) == ("rules", "deadline", event.seq, "break-off")


@pytest.mark.parametrize(("parts", "data"), [
    ({"cause": "house"}, {}), ({}, {"why": "left"}), ({}, {"why": "no reason"}), ({"cause": "player"}, {"why": "left"}),
    ({"cause": "player", "seat": 0}, {"why": "left"}),  # with a deadline, as only the clock's has
])  # fmt: skip
def test_a_reason_that_is_none_is_found(broken, parts, data):
    original = data_of(broken, "break-off")
    event = spoilt(broken, "break-off", **parts, data=original | data)
    assert first_wrong(broken)[:3] == ("rules", "broken-off", event.seq)


def test_breaking_off_where_nobody_had_shown_anything_is_found(broken):
    """A player who had only sealed a client seed could always leave, and no count grows."""
    event = of_kind(broken, "open")
    forge(broken, event.seq, kind="phrase", body=changed_body(
        broken, event.seq, kind="phrase", data={"phrase": hash_client_seed(broken.public_id, 1, SECRETS[1])}
    ))  # fmt: skip
    end = spoilt(broken, "break-off", data=data_of(broken, "break-off") | {"opened": ["", ""]})
    assert first_wrong(broken) == ("rules", "broken-off", end.seq, "break-off")


def test_a_table_that_was_not_dealt_although_all_had_shown_theirs_is_found(table, alice, bob):
    """The house knows all parts, likes the deal less than another, and says that it was broken off."""
    show(table, 0, alice)
    show(table, 1, bob)
    start = of_kind(table, "start")
    for event in Event.objects.filter(table=table, seq__gt=start.seq):
        erase(table, event.seq)
    event_data = {"why": "left"} | {name: data_of(table, "start")[name] for name in ("phrases", "opened")}
    body = changed_body(table, start.seq, kind="break-off", cause="player", seat=0, state=None, data=event_data)
    forge(table, start.seq, kind="break-off", cause="player", seat=0, body=body, frame="", keyframe=False)
    forge_row(table, status="broken-off", last_seq=start.seq, ended_at=start.created_at, started_at=None)
    Position.objects.filter(table=table).delete()
    rehash(table)
    assert first_wrong(table) == ("rules", "not-dealt", start.seq, "break-off")


def test_what_comes_after_is_found(broken):
    end = of_kind(broken, "break-off")
    first = of_kind(broken, "phrase")
    Event.objects.create(
        table=broken, seq=end.seq + 1, kind="phrase", seat=0, cause="player", digest="", created_at=end.created_at,
        body=changed_body(broken, first.seq, seq=end.seq + 1, time=bodies(broken)[-1]["time"]),
    )  # fmt: skip
    forge_row(broken, last_seq=end.seq + 1)
    rehash(broken)
    assert "broken-off" in {answer.why for answer in audit_table(fresh(broken)).answers if answer.name == "rules"}


def test_a_table_called_usual_that_was_broken_off_is_found(broken):
    create = of_kind(broken, "create")
    data = data_of(broken, "create")
    del data["strict"]
    forge(broken, create.seq, body=changed_body(broken, create.seq, data=data))
    forge_row(broken, is_strict=False)
    rehash(broken)
    assert first_wrong(broken)[:2] == ("rules", "phrase")


def test_the_program_for_everybody_knows_the_deal(opening, alice):
    show(opening, 0, alice)
    assert verify(record_of(play_on(fresh(opening)))) is None


@pytest.mark.parametrize("cheat", ["expired", "silence", "hash", "deadline", "reason", "nobody"])
def test_the_program_for_everybody_names_it(broken, cheat):
    """The same faults, in the record, found by the file that shares no code with the site."""
    data = data_of(broken, "break-off")
    match cheat:
        case "expired":
            spoilt(broken, "break-off", kind="expire", cause="clock", data={})
            forge_row(broken, status="abandoned")
        case "silence":
            spoilt(broken, "break-off", data=data | {"opened": [SECRETS[0].hex(), ""]})
        case "hash":
            spoilt(broken, "break-off", data=data | {"phrases": [data["phrases"][0], "ab" * 32]})
        case "deadline":
            spoilt(broken, "break-off", data=data | {"deadline": "2020-01-01T00:00:00.000000Z"})
        case "reason":
            spoilt(broken, "break-off", data=data | {"why": "left"})
        case "nobody":
            event, hashed = of_kind(broken, "open"), {"phrase": hash_client_seed(broken.public_id, 1, SECRETS[1])}
            body = changed_body(broken, event.seq, kind="phrase", data=hashed)
            forge(broken, event.seq, kind="phrase", body=body)
            spoilt(broken, "break-off", data=data | {"opened": ["", ""]})
    assert (verify(record_of(fresh(broken))) or "").startswith("event")


def test_strangers_break_nothing_off(opening, charlie):
    with pytest.raises(ForbiddenError):
        leave_seat(public_id=opening.public_id, user_id=charlie.pk, break_off=True)
