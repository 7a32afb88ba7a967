"""A running match, looked back at: by who plays it, through the own seat's eyes, as known then, and nothing more."""

import pytest

from config.db import append_only
from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.viewer.perspective import Viewpoint, get_perspective
from games.replays.viewer.position import get_position
from games.tables.access import get_table_access
from games.tables.bots.substitutes import resign_seat
from games.tables.models import Event
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.storage.snapshots import make_snapshot
from tests.contract.subject import subject
from tests.every_game import every_game
from tests.matches import fresh, legal, opened, play_on, running, stretched, submit, waiting
from tests.replays.replay_key import replay_key
from tests.rollback import rolled_back
from tests.site.test_query_counts import queries
from tests.tables.views.test_secrecy import CHANCE

pytestmark = pytest.mark.thorough

MOVES = {"dilemma": 2}  # a random hand is soon all in
OPTIONS = {"lombard": {"target_coins": 32}}  # which no single round can reach


@pytest.fixture
def match(slug, alice, bob, person):
    """A match among people, some decisions after its start."""
    seats = registry.list_metadata()[slug].seats_min
    people = [alice, bob, *map(person, ("Cleo", "Dan", "Ewa"))][: max(2, seats)]
    table = running(slug, *people, options=OPTIONS.get(slug, {}))
    rng = Rng(b"back", table.public_id)
    for _ in range(MOVES.get(slug, 5)):
        at = rng.choice(waiting(table))
        submit(table, at, legal(table, at.number).sample(rng))
    return fresh(table)


def answers(client, table, seat: int, n: int) -> list[str]:
    """All that the site says about that position."""
    page = client.get(f"/replays/{table.public_id}/positions/{n}/?seat={seat}")
    assert page.status_code == 200
    key = replay_key(page)
    pieces = [
        client.get(f"/replays/{table.public_id}/{piece}/rendered/{key}/?seat={seat}")
        for piece in (f"positions/{n}", "log/1")
    ]
    assert [piece.status_code for piece in pieces] == [200, 200]
    return [CHANCE.sub(r"\1", answer.content.decode()) for answer in (page, *pieces)]


def positions(table) -> list[int]:
    first = table.events.get(kind="start").seq
    return [*range(first, table.last_seq + 1)]


@every_game
def test_what_was_hidden_from_the_seat_then_makes_no_difference(match, alice, bob, visit):
    game, title, rng = subject(match.game_slug), registry.get_game(match.game_slug), Rng(b"worlds", match.public_id)
    different = 0
    for seat, user in enumerate((alice, bob)):
        client = visit(user)
        for n in positions(match)[:: max(1, match.last_seq // 8)]:
            state = title.read_state(get_snapshot_at(match, n))
            world = game.reshuffle(state, seat, rng)
            once = answers(client, match, seat, n)
            with rolled_back():
                append_only.remove_triggers()
                Event.objects.filter(table=match, seq=n).update(frame=make_snapshot(world, None).text, keyframe=True)
                assert answers(client, match, seat, n) == once
            different += state != world
    assert different


@every_game
def test_what_others_alone_were_told_makes_no_difference(match, alice, visit):
    client, last = visit(alice), match.last_seq
    once = answers(client, match, 0, last)
    hidden = 0
    with rolled_back():
        append_only.remove_triggers()
        for event in match.events.all():
            body = parse_json(event.body)
            happenings = [
                happening for happening in body["happenings"] if happening["to"] is None or 0 in happening["to"]
            ]
            hidden += len(body["happenings"]) - len(happenings)
            Event.objects.filter(pk=event.pk).update(
                body=dump_canonical(body | {"happenings": happenings, "move": None})
            )
        assert answers(client, match, 0, last) == once
    assert hidden or registry.list_metadata()[match.game_slug].slug == "crown"


@every_game
def test_it_is_the_seats_view_as_it_was_known_then(match, alice):
    title = registry.get_game(match.game_slug)
    access = get_table_access(match.public_id, alice.pk)
    look = get_perspective(access, Viewpoint(0))
    for n in positions(match):
        sight = get_position(look, n)
        assert sight.view == title.view(title.read_state(get_snapshot_at(match, n)), 0)
        assert (sight.opened, sight.hidden, sight.standing) == (None, None, None)


@pytest.mark.parametrize("eyes", ["", "?seat=1", "?open=1", "?open=1&seat=0", "?seat=9", "?seat=-1"])
def test_no_other_eyes(match, alice, visit, eyes):
    client = visit(alice)
    page = client.get(f"/replays/{match.public_id}/positions/{match.last_seq}/?seat=0")
    key = replay_key(page)
    for piece in (
        f"positions/{match.last_seq}/",
        f"positions/{match.last_seq}/rendered/{key}/",
        f"log/1/rendered/{key}/",
    ):
        assert client.get(f"/replays/{match.public_id}/{piece}{eyes}").status_code == 404


def test_nobody_else(match, charlie, visit):
    for user in (charlie, None):
        for piece in (
            "",
            "positions/9/",
            "positions/9/?seat=0",
            "positions/9/?open=1",
            "positions/9/rendered/0123456789abcdef/?seat=0",
            "text/",
            "log/1/rendered/0123456789abcdef/",
        ):
            response = visit(user).get(f"/replays/{match.public_id}/{piece}")
            assert response.status_code == 409
            assert "you can replay it once it has ended" in response.content.decode()


def test_not_the_text_not_the_record_and_nothing_that_is_to_come(match, alice, visit):
    client, base = visit(alice), f"/replays/{match.public_id}/"
    assert [client.get(base + part).status_code for part in ("text/?seat=0", "record.json", "verify/")] == [409] * 3
    assert client.get(f"{base}positions/{match.last_seq + 1}/?seat=0").status_code == 404
    assert client.get(f"{base}positions/1/?seat=0").status_code == 404


def test_a_private_tables_existence_is_told_to_nobody(alice, bob, charlie, visit):
    table = running("lombard", alice, bob, visibility="private")
    assert visit(charlie).get(f"/replays/{table.public_id}/").status_code == 404
    assert visit(bob).get(f"/replays/{table.public_id}/").status_code == 302


def test_an_open_table_has_nothing_to_look_back_at(alice, visit):
    table = opened("lombard", alice)
    assert visit(alice).get(f"/replays/{table.public_id}/").status_code == 409


def test_it_begins_at_the_present_and_is_reached_from_the_table(match, alice, bob, charlie, visit):
    base = f"/replays/{match.public_id}/"
    assert visit(bob).get(base)["Location"] == f"{base}positions/{match.last_seq}/?seat=1"
    assert f'href="{base}"' in visit(alice).get(f"/tables/{match.public_id}/").content.decode()
    assert f'href="{base}"' not in visit(charlie).get(f"/tables/{match.public_id}/").content.decode()


def test_who_has_resigned_keeps_the_own_eyes_only(alice, bob, visit):
    table = running("doudizhu", alice, bob)
    play_on(table, 1)
    resign_seat(public_id=table.public_id, user_id=bob.pk)
    table = fresh(table)
    client = visit(bob)
    assert client.get(f"/replays/{table.public_id}/positions/{table.last_seq}/?seat=1").status_code == 200
    assert client.get(f"/replays/{table.public_id}/positions/{table.last_seq}/?seat=0").status_code == 404


def test_it_ends_where_the_replay_begins(alice, bob, visit):
    table = play_on(running("sdc", alice, bob, options={"start_coins": 5, "stage_limit": 20}))
    assert visit(alice).get(f"/replays/{table.public_id}/positions/{table.last_seq}/?seat=1").status_code == 200


@pytest.mark.parametrize("length", [30, 2_000])
def test_queries(alice, bob, visit, length):
    table = stretched(running("lombard", alice, bob), length)
    client = visit(alice)
    for n in (positions(table)[0], length // 2, length):
        with queries(7):
            assert client.get(f"/replays/{table.public_id}/positions/{n}/?seat=0").status_code == 200


def test_no_page_says_what_banks_have_paid_before_the_end(alice, bob, visit):
    """Milliseconds reveal when a player was there to answer; the records of ended matches have them."""
    table = running("lombard", alice, bob, timing=TimeControl(86_400, 7_200), options=OPTIONS["lombard"])
    rng = Rng(b"banks", "private")
    for _ in range(4):
        at = waiting(table)[0]
        submit(table, at, legal(table, at.number).sample(rng))
    paid = Event.objects.filter(table=table, body__contains='"charged"')
    assert paid.exists()
    pages = (f"/tables/{table.public_id}/", f"/replays/{table.public_id}/")
    for person in (alice, bob):
        for address in pages:
            page = visit(person).get(address, follow=True)
            assert page.status_code == 200
            assert b"charged" not in page.content
            assert b"time_left" not in page.content
        assert visit(person).get(f"/replays/{table.public_id}/record.json").status_code == 409
