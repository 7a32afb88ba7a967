"""Playing on from a position of a finished match."""

import re
import subprocess
import sys

import pytest

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.archive.services import archive_table
from games.replays.audit.run import run_audit
from games.replays.forks.services import create_fork_table, get_fork_origin, list_opponents
from games.replays.verification.selectors import _event_rows, _table_row, audit_table
from games.tables.access import get_table_access
from games.tables.errors import ConflictError, ForbiddenError, LimitExceededError, NotFoundError, UnprocessableError
from games.tables.models import Fork, Result, Table
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.services.seats import remove_player, take_seat
from tests.every_game import every_game
from tests.matches import bodies, finished, fresh, play_on, seat, state
from tests.replays import record_checker
from tests.replays.archived import record_of
from tests.replays.record_checker import verify

pytestmark = pytest.mark.django_db


def forked(table, user, n, *, at=1, against="bots", start=True):
    access = get_table_access(table.public_id, user.pk)
    origin = get_fork_origin(access, n, seat=at, against=against, level="beginner")
    fork_table = create_fork_table(
        origin, user_id=user.pk, seat=at, seats=len(access.seats), against=against, level="beginner", start=start
    )
    return fresh(fork_table)


def view(table, frame, number):
    title = registry.get_game(table.game_slug)
    return title.view(title.read_state(frame), number)


@every_game
def test_every_title_goes_on_from_anywhere_and_is_verified(slug, alice, bob, charlie):
    """To its end, from a position in the middle; one kind of it to the end from another position."""
    table = finished(slug, alice, bob)
    rng = Rng(b"positions", slug)
    start = table.events.get(kind="start").seq
    for against in ("bots", "bots-open"):
        n = start + rng.randbelow(table.last_seq - start)
        fork = forked(table, charlie, n, against=against)
        before, after = get_snapshot_at(table, n), get_snapshot_at(fork, fork.events.get(kind="start").seq)
        seats = range(len(before["own"])) if against == "bots-open" else [1]
        for number in seats:
            assert view(table, before, number) == view(table, after, number)
        ended = play_on(fork)
        assert ended.status == Table.Status.FINISHED
        report = audit_table(ended)
        assert report.verdict == "yes", (n, report.first_mismatch)
        record = record_of(ended)
        assert verify(record) is None
        assert record["seed"] != table.seed.value.hex()
    assert set(Result.objects.filter(user=charlie).values_list("is_rated", "is_public")) == {(False, False)}


@every_game
def test_a_fork_can_be_made_at_every_kind_of_position(slug, alice, bob, charlie, settings):
    """Everyone is asked, whatever the phase."""
    settings.MAX_SOLO_TABLES = settings.TABLE_RATE_PER_MINUTE = settings.MAX_OPEN_TABLES_HOSTED = {
        "account": 999,
        "guest": 999,
    }
    settings.MAX_SEATS_PER_USER = {"account": 999, "guest": 999}
    table = finished(slug, alice, bob)
    title, phases = registry.get_game(slug), {}
    for n in range(table.events.get(kind="start").seq, table.last_seq):
        position = title.read_state(get_snapshot_at(table, n))
        if not title.rules.over(position):
            phases.setdefault(getattr(position.public, "phase", ""), n)
    for n in phases.values():
        for against in ("bots", "bots-open"):
            fork = forked(table, charlie, n, against=against)
            waiting = title.rules.waiting_on(state(fork))
            assert {
                number for number in range(len(state(fork).own)) if seat(fork, number).question_seq is not None
            } == waiting
            assert waiting or fork.status == "finished"


def test_what_the_seat_did_not_know_is_another_each_time(alice, bob, charlie):
    table = finished("lombard", alice, bob)
    n = next(
        n
        for n in range(2, table.last_seq)
        if (get_snapshot_at(table, n) or {}).get("public", {}).get("phase") == "turns"
    )
    hands = {dump_canonical(get_snapshot_at(forked(table, charlie, n), 4)["own"]) for _ in range(6)}
    assert len(hands) > 1
    decks = {
        dump_canonical(get_snapshot_at(forked(table, charlie, n, against="bots-open"), 4)["hidden"]) for _ in range(6)
    }
    assert len(decks) > 1


def test_with_people_others_take_their_seats(alice, bob, charlie, visit):
    table = finished("sdc", alice, bob)
    answer = visit(alice).post(f"/replays/{table.public_id}/positions/9/fork/", {"seat": "1", "against": "people"})
    fork = Table.objects.get(is_fork=True)
    assert answer["Location"] == f"/tables/{fork.public_id}/"
    assert (fork.status, fork.visibility, seat(fork, 1).user) == ("open", "private", alice)
    page = visit(alice).get(answer["Location"]).text
    assert f"/replays/{table.public_id}/positions/9/" in page
    invitation = f"/tables/{fork.public_id}/invitations/{fork.invite_code}/"
    for user, sharing, leads in ((charlie, 2, True), (None, 2, True), (charlie, 1, False), (bob, 1, True)):
        Table.objects.filter(pk=table.pk).update(replay_visibility=sharing)
        invited = visit(user, "en").get(invitation).text
        assert f"continues from step 9 of {table.last_seq} of another match of SdC Poker" in invited
        assert (f'href="/replays/{table.public_id}/positions/9/"' in invited) is leads
    take_seat(public_id=fork.public_id, user_id=charlie.pk, invite_code=fork.invite_code)
    visit(alice).post(f"/tables/{fork.public_id}/start/")
    assert view(table, get_snapshot_at(table, 9), 1) == view(
        fork, get_snapshot_at(fork, fork.events.get(kind="start").seq), 1
    )
    assert audit_table(play_on(fork)).verdict == "yes"


def test_where_hands_are_open_nobody_else_sits_down(alice, bob, charlie):
    fork = forked(finished("sdc", alice, bob), alice, 9, at=0, against="bots-open", start=False)
    assert fork.status == "open"
    remove_player(public_id=fork.public_id, user_id=alice.pk, number=1, key="beginner")
    with pytest.raises(ForbiddenError, match="fork-bots-only"):
        take_seat(public_id=fork.public_id, user_id=charlie.pk, invite_code=fork.invite_code)


def test_what_is_refused(alice, bob, charlie, visit, settings):
    table = finished("sdc", alice, bob)
    access = get_table_access(table.public_id, charlie.pk)
    first = table.events.get(kind="start").seq
    for n, changes, kind in (
        (table.last_seq, {}, ConflictError), (first - 1, {}, NotFoundError), (table.last_seq + 1, {}, NotFoundError),
        (0, {}, NotFoundError),
        (9, {"seat": 2}, UnprocessableError), (9, {"against": "house"}, UnprocessableError),
        (9, {"level": "god"}, UnprocessableError),
    ):  # fmt: skip
        with pytest.raises(kind):
            get_fork_origin(access, n, **{"seat": 0, "against": "bots", "level": "normal", **changes})
    for data, status in (({"seat": "x"}, 400), ({"seat": "0", "against": ""}, 422), ({}, 400)):
        assert visit().post(f"/replays/{table.public_id}/positions/9/fork/", data).status_code == status
    assert type(alice).objects.filter(is_guest=True).count() == 0  # made for nothing
    settings.TABLE_RATE_PER_DAY = {"account": 0, "guest": 0}
    with pytest.raises(LimitExceededError):
        forked(table, charlie, 9)
    assert not Fork.objects.exists()
    assert set(list_opponents(access)) == {"people", "bots", "bots-open"}


def test_a_stranger_plays_on_as_a_guest(alice, bob, visit):
    table = finished("sdc", alice, bob)
    client = visit()
    answer = client.post(
        f"/replays/{table.public_id}/positions/9/fork/", {"seat": "0", "against": "bots", "level": "beginner"}
    )
    assert client.get(answer["Location"]).status_code == 200
    assert Table.objects.get(is_fork=True).status == "running"


def audit_changed_start(table, change):
    """Return the audit of the table with a changed start."""
    rows = list(_event_rows(table))
    at = next(n for n, row in enumerate(rows) if row.kind == "start")
    body = parse_json(rows[at].body)
    change(body["data"]["fork"])
    rows[at] = rows[at]._replace(body=dump_canonical(body))
    return run_audit(_table_row(table), rows, bots=False)


def test_another_position_is_noticed(alice, bob, charlie):
    table = finished("sdc", alice, bob)
    fork = play_on(forked(table, charlie, 9, against="bots-open"))

    def why(change):
        return next(answer for answer in audit_changed_start(fork, change).answers if answer.name == "rules").why

    assert why(lambda origin: None) == ""
    assert why(lambda origin: origin.update(event=8)) == "fork"
    assert why(lambda origin: origin.update(taken=None)) == "fork"
    richer = lambda origin: origin["taken"]["public"]["coins"].__setitem__(0, 99)  # noqa: E731
    assert why(richer) == "fork"  # not what the other match's log has
    honest = _table_row(fork)._replace(origin=None)  # whose log is gone
    assert run_audit(honest, _event_rows(fork), bots=False).verdict == "yes"


def test_the_log_of_a_match_that_is_sealed_is_asked_as_well(alice, bob, charlie):
    table = finished("sdc", alice, bob)
    fork = play_on(forked(table, charlie, 9))
    assert archive_table(table.pk)
    assert audit_table(fork).verdict == "yes"
    Fork.objects.filter(table=fork).update(origin_seq=8)  # its start refers to another position
    assert audit_table(fork).verdict == "no"


def test_the_checkers_say_what_they_can_not_check(alice, bob, charlie, visit):
    table = finished("sdc", alice, bob)
    fork = play_on(forked(table, charlie, 9))
    record = record_of(fork)
    run = subprocess.run(
        [sys.executable, "-I", str(record_checker.PATH)],
        input=dump_canonical(record).encode(),
        capture_output=True,
        check=True,
    )
    assert run.stdout.decode().startswith("Yes: ")
    assert "what was imagined of it is not checked" in run.stdout.decode()
    at = next(n for n, event in enumerate(record["events"]) if '"start"' in event["body"])
    assert bodies(fork)[at]["data"]["fork"]["event"] == 9
    page = visit(charlie).get(f"/replays/{fork.public_id}/verify/").text
    assert re.search(r"continues from a position of another", page)
