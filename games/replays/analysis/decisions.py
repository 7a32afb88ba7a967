"""Every decision a person took in a match, with the position at that moment. Pure: it reads records from anywhere.

The view is made from the state stored with the previous event, so it contains what the seat knew then and nothing
later. Decisions of bots, plans, the clock, moderators and the game are left out, as are those taken back and those
with only one legal move.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.arena.match import play_match
from games.engine.event_kinds import MOVE, PLAYER, TAKE_BACK
from games.engine.game import AnyGame, Bot, Legal, Move, Rng, Simulator, Value
from games.engine.serialization.canonical_json import Json, parse_json
from games.engine.serialization.json_patch import patch


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat decided: with event `seq`, having seen the position `seq - 1`."""

    seq: int
    seat: int
    chapter: int  # 0 in a game that doesn't number them
    view: Any
    legal: Legal[Move]
    move: Move


class StoredEvent(NamedTuple):
    """The parts of an event that are read: its text and its snapshot's, as in a record."""

    body: str
    frame: str
    keyframe: bool


def list_decisions(game: AnyGame, events: Iterable[StoredEvent], seat: int | None = None) -> list[Decision]:
    """Those of a seat, or (None) of all seats, in order. `events` are all of a match, from the first on. Raises
    InvalidPayloadError where they can't be read."""
    decisions: list[Decision] = []
    for body, before in _read_events(events):
        if seat is not None and body["seat"] != seat:
            continue
        if body["kind"] == TAKE_BACK:
            decisions = [
                decision
                for decision in decisions
                if decision.seq <= body["data"]["to"] or decision.seat != body["seat"]
            ]
        elif body["kind"] == MOVE and body["cause"] == PLAYER and before is not None:
            decisions += _read_decision(game, body, before)
    return decisions


def list_arena_decisions(
    game: AnyGame, options: Mapping[str, Value], levels: Sequence[str], key: bytes
) -> list[Decision]:
    """Those of a match of bots in memory: seat i is played by the bot `levels[i]`. `seq` only counts them."""
    decisions: list[Decision] = []

    def watch(bot: Bot[Any, Move]) -> Bot[Any, Move]:
        def choose(view: Any, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
            move = bot(view, legal, rng, sim)
            if legal.is_choice:
                chapter = game.get_chapter_number(view.public)
                decisions.append(Decision(len(decisions) + 1, view.me, chapter, view, legal, move))
            return move

        return choose

    play_match(replace(game, bots={name: watch(bot) for name, bot in game.bots.items()}), options, levels, key)
    return decisions


def _read_events(events: Iterable[StoredEvent]) -> Iterator[tuple[dict[str, Any], Json]]:
    """Each event with the plain state before it, None before the start."""
    plain: Json = None
    for event in events:
        yield parse_json(event.body), plain
        if event.frame:
            frame = parse_json(event.frame)
            plain = frame if event.keyframe else patch(plain, frame)


def _read_decision(game: AnyGame, body: Mapping[str, Any], before: Json) -> Iterator[Decision]:
    """The decision of an event, if there was something to decide."""
    state, seat = game.read_state(before), body["seat"]
    legal = game.rules.legal(state, seat)
    if legal.is_choice:
        view, chapter = game.view(state, seat), game.get_chapter_number(state.public)
        yield Decision(body["seq"], seat, chapter, view, legal, game.read_move(body["move"]))
