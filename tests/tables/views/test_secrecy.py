"""What a seat must not know makes no difference to anything the site sends it.

At moments of real matches the hidden part of the table is exchanged for another one that the rules sheet's table of
hidden information allows (`tests/catalog/<slug>/hidden.py`), and every answer must stay the same, byte by byte.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any

import pytest
from django.db.models import Model

from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.game import Simulator
from games.engine.serialization.canonical_json import to_json
from games.engine.state import State
from games.notifications.models import Notification
from games.tables.models import Event, Position, Record, Seed
from games.tables.storage.snapshots import make_snapshot
from tests.contract.fuzz import probes
from tests.contract.subject import subject
from tests.every_game import every_game
from tests.matches import SHORT, fresh, legal, new_key, play_on, running, seat, state, submit, turn, waiting
from tests.rollback import rolled_back

pytestmark = pytest.mark.thorough

# What differs between any two answers: the form's keys, the page's own clock, the stream's signed token.
CHANCE = re.compile(
    r'(name="(?:csrfmiddlewaretoken|key)" value|data-now|data-token|data-key)="[^"]*"|(?<="X-CSRFToken":")[^"]*'
)
# What differs between two moves: when they were made, and the receipt, which is salted with the seed.
# Receipts are salted with the secret; a choice can't be guessed from them.
MOVE = re.compile(r'<span class="hex">[^<]*</span>|data-digest="[^"]*"|<time.*?</time>')


def text(response) -> tuple[int, str, str]:
    return response.status_code, response.headers.get("ETag", ""), CHANCE.sub(r"\1", response.content.decode())


def answers(client, table, question_seq: int | None, tries: list[dict[str, Any]]) -> dict[str, tuple[int, str, str]]:
    """Everything this reader can get out of the site about the table."""
    base = f"/tables/{table.public_id}/"
    fragment = f"fragment/?asked={question_seq}" if question_seq else "fragment/"
    texts = {part: text(client.get(base + part)) for part in ("", fragment, "log/")}
    for n, move in enumerate(tries):
        with rolled_back():
            data = {"asked": question_seq or "", "key": new_key(), "move": json.dumps(move)}
            headers = {"hx-request": "true"} if n else {}  # one page; the others say it in fragments
            texts[f"POST {move}"] = text(client.post(f"{base}move/", data, headers=headers))
    return texts


def put(table, world: State) -> None:
    """Put the table into that world."""
    Position.objects.filter(table=table).update(frame=make_snapshot(world, None).text)


def moments(table, rng: Rng, count: int) -> Iterator[None]:
    """The first moment of the match, and some more, spread over its first part."""
    yield
    for _ in range(count):
        for _ in range(1 + rng.randbelow(3)):
            seats = waiting(table)
            if not seats:
                return
            turn(table, rng.choice(seats), rng)
        yield


@every_game
@pytest.mark.parametrize("further", [3, pytest.param(12, marks=pytest.mark.slow)])
def test_the_site_answers_the_same_in_every_world_the_seat_cannot_tell_apart(table, alice, bob, visit, further):
    game_subject, rng = subject(table.game_slug), Rng(b"worlds", table.public_id)
    readers = {0: visit(alice), 1: visit(bob), None: visit()}
    different = dict.fromkeys(readers, 0)
    for _ in moments(table, rng, further):
        world = state(table)
        for viewer, client in readers.items():
            other_world = game_subject.reshuffle(world, viewer, rng)
            question_seq = seat(table, viewer).question_seq if viewer is not None else None
            tries = refused_in_both(table, world, other_world, viewer, rng)
            once = answers(client, table, question_seq, tries)
            with rolled_back():
                put(table, other_world)
                assert answers(client, table, question_seq, tries) == once
            different[viewer] += world != other_world
    assert all(different.values())


def refused_in_both(table, here: State, other_world: State, viewer: int | None, rng: Rng) -> list[dict[str, Any]]:
    """Moves that neither world accepts: what their refusal says is looked at."""
    if viewer is None:
        return []
    title = registry.get_game(table.game_slug)
    tried = probes(title, here, range(table.seats.count()), rng, 2)
    open_to_it = [title.rules.legal(world, viewer) for world in (here, other_world)]
    assert [open_to_it[0].contains(move) for move in tried] == [open_to_it[1].contains(move) for move in tried]
    return [to_json(move) for move in tried if not open_to_it[0].contains(move)][:3]


@pytest.mark.parametrize("watcher", ["bob", "charlie"])
def test_what_the_other_has_chosen_shows_nowhere_until_both_have(sdc, bob, charlie, visit, watcher):
    client = visit({"bob": bob, "charlie": charlie}[watcher])
    (pick,) = legal(sdc, 0)
    worlds = []
    for count in (0, 1, 5):
        with rolled_back():
            submit(sdc, seat(sdc, 0), pick.make(cards=pick.cards[:count]))
            notifications = sorted(Notification.objects.filter(table=sdc).values_list("recipient", "event_seq", "kind"))
            pages = answers(client, sdc, seat(sdc, 1).question_seq, [{"type": "bid", "coins": 1}])
            worlds.append((notifications, fresh(sdc).revision, [MOVE.sub("", str(page)) for page in pages.values()]))
    assert worlds[0] == worlds[1] == worlds[2]


def test_the_same_test_finds_a_difference_where_there_is_one(sdc, alice, visit):
    """Alice's own cards do differ between worlds that Bob cannot tell apart."""
    other_world = subject("sdc").reshuffle(state(sdc), 1, Rng(b"worlds", "control"))
    assert state(sdc) != other_world
    once = answers(visit(alice), sdc, None, [])
    put(sdc, other_world)
    assert answers(visit(alice), sdc, None, []) != once


# --- what templates are given ------------------------------------------------------------------------------------

SECRET = (State, Chance, Simulator, Position, Seed, Record, Event)


def reachable(value: Any, visited_ids: set[int] | None = None) -> Iterator[Any]:
    """Everything a template could get at from a value of ours."""
    visited_ids = set() if visited_ids is None else visited_ids
    if id(value) in visited_ids or isinstance(value, str | bytes | int | type | ModuleType) or value is None:
        return
    visited_ids.add(id(value))
    yield value
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        inner = list(value)
    elif is_dataclass(value):
        inner = [getattr(value, part.name) for part in fields(value)]
    elif type(value).__module__.startswith(("games", "accounts")):
        inner = list(getattr(value, "__dict__", {}).values())
        inner += value._state.fields_cache.values() if isinstance(value, Model) else []
    else:
        inner = []
    for part in inner:
        yield from reachable(part, visited_ids)


def secrets_in(response) -> list[str]:
    """Each value is looked through once, however many of the templates were given it."""
    visited_ids: set[int] = set()
    return [
        type(part).__name__
        for context in response.context or []
        for layer in context
        for value in layer.values()
        for part in reachable(value, visited_ids)
        if isinstance(part, SECRET)
    ]


@every_game
def test_no_template_is_given_a_state(slug, alice, bob, charlie, visit):
    table = running(slug, alice, bob, **SHORT.get(slug, {}))
    rng = Rng(b"contexts", table.public_id)
    readers = [visit(alice), visit(charlie)]
    base = f"/tables/{table.public_id}/"
    for _ in moments(table, rng, 2):
        for client in readers:
            for part in ("", "fragment/", "log/"):
                assert secrets_in(client.get(base + part)) == []
            bad = {"asked": "1", "key": "k", "move": '{"type":"none"}'}
            assert secrets_in(client.post(f"{base}move/", bad)) == []
    for client in readers:
        assert secrets_in(client.get("/lobby/")) == []
    play_on(table)
    for client in readers:
        for address in (
            base,
            f"/replays/{table.public_id}/positions/{table.last_seq}/?open=1",
            f"/replays/{table.public_id}/verify/",
        ):
            response = client.get(address)
            assert response.status_code == 200
            assert secrets_in(response) == []


def test_the_search_for_states_would_find_one(sdc):
    page = [{"deep": (fresh(sdc), state(sdc))}]  # a table brings its position along
    secret_types = [type(part).__name__ for part in reachable(page) if isinstance(part, SECRET)]
    assert sorted(secret_types) == ["Position", "Seed", "State"]


# --- logs and errors ----------------------------------------------------------------------------------------------


def test_a_broken_position_tells_no_cards(sdc, alice, visit, caplog):
    """The page fails, and neither the answer nor the log contains its data."""
    hands = [private.hand for private in state(sdc).own]
    broken = Position.objects.get(table=sdc).frame.replace('"phase":"draw"', '"phase":"dreaw"')
    Position.objects.filter(table=sdc).update(frame=broken)
    client = visit(alice)
    client.raise_request_exception = False
    response = client.get(f"/tables/{sdc.public_id}/")
    assert response.status_code == 500
    for card in hands[1]:
        assert f"'{card}'" not in caplog.text + response.content.decode()
        assert f'"{card}"' not in caplog.text + response.content.decode()


def test_values_with_secrets_print_as_their_names_only(alice, bob):
    table = running("lombard", alice, bob)
    title = registry.get_game("lombard")
    sim = Simulator(title, title.view(state(table), 0))
    texts = [repr(state(table)), str(state(table)), repr(Chance(b"secret")), repr(sim)]
    cards = {card for private in state(table).own for card in private.cards} | set(state(table).hidden.deck)
    assert cards
    assert not [card for card in cards for printed in texts if f"'{card}'" in printed]
    for row in (fresh(table).position, fresh(table).seed, table.events.last()):
        assert len(str(row)) < 20
