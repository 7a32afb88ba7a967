"""What a person decided in a match: theirs alone, as it stood then."""

import pytest

from games.catalog import registry
from games.catalog.lombard.moves import Double, Fold
from games.engine.event_kinds import MOVE, PLAYER
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.replays.analysis.decisions import list_arena_decisions, list_decisions
from games.tables.services.take_back import take_back_move
from tests.matches import SHORT, play_on, running, seat, submit
from tests.replays.analysis.made import read_events
from tests.replays.archived import record_of
from tests.replays.eventful import clocks_and_orders
from tests.replays.records.files import paths, read
from tests.tables.test_take_back import to_first_turn


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_each_decision_is_legal_and_one_of_the_seats_own(path):
    record = read(path)
    game = registry.get_game(record["title"])
    bodies = [parse_json(event["body"]) for event in record["events"]]
    for number in range(record["seats"]):
        decisions = list_decisions(game, read_events(record), number)
        for decision in decisions:
            body = bodies[decision.seq - 1]
            assert (body["kind"], body["cause"], body["seat"]) == (MOVE, PLAYER, number)
            assert decision.view.me == number
            assert decision.legal.contains(decision.move)
            assert decision.legal.is_choice
            assert game.upgrade("move", body["move"]) == to_json(decision.move)
    everybody = list_decisions(game, read_events(record))
    each = [list_decisions(game, read_events(record), number) for number in range(record["seats"])]
    assert len(everybody) == sum(map(len, each)) > 0


def test_the_view_is_of_the_moment_before(alice, bob):
    """Later events don't change earlier decisions."""
    record = record_of(play_on(running("sdc", alice, bob, **SHORT["sdc"])))
    game = registry.get_game("sdc")
    whole = list_decisions(game, read_events(record), 0)
    part = list_decisions(game, read_events({"events": record["events"][: whole[3].seq]}), 0)
    assert part == whole[:4]


def test_clock_bots_and_moderators_are_nobodys(alice, bob, moderator):
    record = clocks_and_orders(alice, bob, moderator)
    causes = {parse_json(event["body"])["cause"] for event in record["events"]}
    assert {"bot", "clock"} <= causes
    for decision in list_decisions(registry.get_game("sdc"), read_events(record)):
        assert parse_json(record["events"][decision.seq - 1]["body"])["cause"] == PLAYER


def test_what_was_taken_back_is_no_decision(alice):
    table = to_first_turn(running("lombard", alice, seats=3, options={"target_coins": 32}))
    undone = submit(table, seat(table, 0), Double()).seq
    take_back_move(table.public_id, user_id=alice.pk, move_seq=undone)
    fold_seq = submit(table, seat(table, 0), Fold()).seq
    record = record_of(play_on(table))
    numbers = [decision.seq for decision in list_decisions(registry.get_game("lombard"), read_events(record), 0)]
    assert undone not in numbers
    assert fold_seq in numbers


@pytest.mark.parametrize("slug", sorted(registry.list_metadata()))
def test_matches_of_bots_in_memory(slug):
    game = registry.get_game(slug)
    seats = game.metadata.seats_default
    options = game.metadata.clean_options(SHORT.get(slug, {}).get("options", {}))
    arena_decisions = list_arena_decisions(game, options, ["normal"] * seats, b"decisions")
    assert {decision.seat for decision in arena_decisions} == set(range(seats))
    assert all(decision.legal.contains(decision.move) and decision.legal.is_choice for decision in arena_decisions)
    repetition = list_arena_decisions(game, options, ["normal"] * seats, b"decisions")
    assert [dump_canonical(to_json(decision.move)) for decision in repetition] == [
        dump_canonical(to_json(decision.move)) for decision in arena_decisions
    ]
