"""Positions for tests, written as the rules sheet writes them: hands as counts, `K3 N2 B1`."""

from dataclasses import replace
from typing import Any

from games.catalog.crown import rules
from games.catalog.crown.cards import ALL, Cards, remove_cards, sort_cards
from games.catalog.crown.metadata import METADATA
from games.catalog.crown.moves import Move
from games.catalog.crown.state import CrownState, get_sides, make_state
from games.catalog.crown.types import Phase
from games.catalog.crown.view import Own
from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError
from games.engine.game import Happening, Step
from games.engine.legal_moves import Choice
from games.engine.metadata import Value
from games.kit.seats import replace_at
from tests.catalog.states import but

A, O = 0, 1  # noqa: E741  # turn player and opponent, as the sheet calls them
CHANCE = Chance(b"crown tests")


def cards(counts: str) -> Cards:
    """`K3 N2 B1 P0` as cards."""
    return sort_cards(kind for word in counts.split() for kind in word[0] * int(word[1:]))


def start(**options: Value) -> CrownState:
    """A table as set up."""
    return rules.setup(METADATA.clean_options(options), 1 if options.get("mode") == "solo" else 2)


def turn(a: str, o: str = "", vp: tuple[int, int] = (0, 0), *, phase: Phase = "act", **options: Any) -> CrownState:
    """A's turn, after the draft unless said, with these hands and points; all other cards lie in the deck."""
    state = but(start(**options), phase=phase, turn=1, player=A, scores=vp, pile=())
    privates = (Own(cards(a)), Own(cards(o)))
    return make_state(state.public, privates, tuple(reversed(remove_cards(ALL, privates[A].hand + privates[O].hand))))


def draft(a: str, o: str, drawn_cards: str, vp: tuple[int, int] = (0, 0), **options: Any) -> CrownState:
    """A has just drawn these three cards."""
    state = turn(a, o, vp, phase="keep", **options)
    privates = (Own(cards(a), cards(drawn_cards)), Own(cards(o)))
    return make_state(state.public, privates, remove_cards(state.hidden.deck, cards(drawn_cards)))


def automaton(hand: str, player: str = "", vp: tuple[int, int] = (0, 0), **options: Any) -> CrownState:
    """Solo: the automaton's turn; points as (player, automaton)."""
    return but(turn(player, hand, vp, phase="auto", mode="solo", **options), player=O)


def stocked(state: CrownState, deck: Cards, pile: Cards = (), secret: Cards = ()) -> CrownState:
    """Another deck and pile, some cards of it laid there by the turn player in secret."""
    sides, player = get_sides(state), state.public.player
    buried = replace_at(sides, player, replace(sides[player], buried=secret))
    return make_state(but(state, pile=pile).public, buried, deck)


def hands(state: CrownState) -> tuple[Cards, ...]:
    """Both hands; in solo the second is the automaton's."""
    return tuple(side.hand for side in get_sides(state))


def secrets(state: CrownState) -> tuple[Cards, ...]:
    """Return what each seat has put into the pile face down."""
    return tuple(private.buried for private in state.own)


def drafted(state: CrownState) -> Cards:
    """Return what the turn player has drawn or passed on."""
    private = get_sides(state)[state.public.player]
    return private.drawn or private.passed


def housed(state: CrownState) -> Step:
    """The next house step; fails when the house has nothing to do."""
    step = rules.advance(state, CHANCE)
    assert step is not None
    return step


def played(state: CrownState, *moves: tuple[int, Move]) -> CrownState:
    """These decisions, with the house steps between them, and none after the last."""
    for seat, move in moves:
        state = until_asked(state)[0]
        state = rules.apply(state, seat, move).state
    return state


def until_asked(state: CrownState) -> tuple[CrownState, list[Happening]]:
    """Run game steps until a seat has to move or the match is over; return what everyone saw."""
    happenings: list[Happening] = []
    while step := rules.advance(state, CHANCE):
        state = step.state
        happenings += [happening.happening for happening in step.happenings if happening.to is None]
    return state, happenings


def legal_moves(state: CrownState, seat: int) -> list[Move]:
    """Every legal move: this game lists them all."""
    listed: list[Move] = []
    for part in rules.legal(state, seat):
        assert isinstance(part, Choice)
        listed += part.moves
    return listed


def refused(state: CrownState, seat: int, move: Move) -> str:
    """The code with which a move is refused; fails when it is accepted."""
    assert not rules.legal(state, seat).contains(move)
    try:
        rules.apply(state, seat, move)
    except IllegalMoveError as refusal:
        return refusal.code
    raise AssertionError(f"{move} was accepted")
