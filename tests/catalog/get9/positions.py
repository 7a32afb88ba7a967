"""Positions for tests, written as the rules sheet writes them: seats are letters, piles are digits."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.catalog.get9 import betting as bets
from games.catalog.get9 import rules
from games.catalog.get9.happenings import Happening
from games.catalog.get9.metadata import METADATA
from games.catalog.get9.moves import Call, Check, Choose, Fold, Move, Open, Raise
from games.catalog.get9.state import Get9State
from games.catalog.get9.types import Piles, Round
from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError
from games.engine.game import Step
from games.engine.metadata import Value
from tests.catalog.states import but

A, B, C, D = range(4)
CHANCE = Chance(b"get9 tests")
CALL, CHECK, FOLD = Call(), Check(), Fold()
OPEN = {n: Open(n) for n in range(21)}
RAISE = {n: Raise(n) for n in range(21)}
DULL = "931 652 874"  # piles of which nothing is known


def start(seats: int = 3, **options: Value) -> Get9State:
    """A table as set up."""
    return rules.setup(METADATA.clean_options(options), seats)


def piles(text: str) -> Piles:
    return tuple(tuple(pile) for pile in text.split())


def split(state: Get9State, dealer: str, *splits: str) -> Get9State:
    """A match that has just begun with these piles; the dealer's top card first."""
    laid = tuple(tuple(tuple(sorted(pile)) for pile in piles(text)) for text in splits)
    return but(housed(state).state, dealer=piles(dealer), piles=laid, split=tuple(map(bool, laid)))


def housed(state: Get9State) -> Step[Get9State, Happening]:
    """The next house step; fails when the house has nothing to do."""
    step = rules.advance(state, CHANCE)
    assert step is not None
    return step


def until_asked(state: Get9State) -> tuple[Get9State, list[Happening]]:
    """Run game steps until a seat has to move or the game is over; return what everyone saw."""
    happenings: list[Happening] = []
    while step := rules.advance(state, CHANCE):
        state = step.state
        happenings += [happening.happening for happening in step.happenings if happening.to is None]
    return state, happenings


def play(state: Get9State, *moves: tuple[int, Move]) -> Get9State:
    """Make these decisions and all game steps between and after them. Seats that aren't asked can't move."""
    state, _ = until_asked(state)
    for seat, move in moves:
        assert seat in rules.waiting_on(state), f"{seat} is not asked"
        state, _ = until_asked(rules.apply(state, seat, move).state)
    return state


def cards(state: Get9State, played: str) -> Get9State:
    """Make a round's choices, by seat; `-` for seats without one. The game opens and scores."""
    return play(state, *((seat, Choose(card)) for seat, card in enumerate(played) if card != "-"))


def betting(round_: int = 1, seats: int = 3, *, points: tuple[int, ...] | None = None, **options: Value) -> Get9State:
    """The betting of that round begins: everyone has split alike, no one has bet; seat 0 has the button.

    `points` by seat are those of this round, 0 for everyone unless given.
    """
    scored = points or (0,) * seats
    state = split(start(seats, **options), "123 456 789", *[DULL] * seats)
    past = Round(("3",) * seats, "5", ((),) * seats, (0,) * seats)
    last = replace(past, points=scored)
    picks, rounds = ("3", "5", "7")[:round_], (*[past] * (round_ - 1), last)
    state = but(state, round=round_, rounds=rounds, picks=(picks,) * seats, chosen=(True,) * seats)
    return replace(state, public=bets.start_betting(state.public))


def changed(state: Get9State, **values: Any) -> Get9State:
    """That position with other values; of tuples by seat only the named ones, as in `chips={A: 1}`."""
    rows = {n: _row(getattr(state.public, n), value) for n, value in values.items() if isinstance(value, Mapping)}
    return but(state, **{**values, **rows})


def _row(row: tuple[Any, ...], new: Mapping[int, Any]) -> tuple[Any, ...]:
    return tuple(new.get(seat, value) for seat, value in enumerate(row))


def refused(state: Get9State, seat: int, move: Move) -> str:
    """The code of the refusal; fails when the move is accepted."""
    assert not rules.legal(state, seat).contains(move)
    try:
        rules.apply(state, seat, move)
    except IllegalMoveError as refusal:
        return refusal.code
    raise AssertionError(f"{move} was accepted")
