"""Positions for tests: states laid out by hand, and a house that can be asked to run."""

import pytest

from games.engine.chance import Chance
from games.engine.contract import Happening, Move, Step
from games.engine.errors import IllegalMove
from games.engine.meta import Value
from games.kit.betting import Betting
from games.titles.dilemma import rules
from games.titles.dilemma.cards import DECK
from games.titles.dilemma.house import after_round
from games.titles.dilemma.meta import META
from games.titles.dilemma.moves import AllIn, Call, Check, Fold
from games.titles.dilemma.parts import Exit
from games.titles.dilemma.state import State

FOLD, CHECK, CALL, ALL_IN = Fold(), Check(), Call(), AllIn()
CHANCE = Chance(b"a table of the tests")
BANK = (300, 700, 500)
# Hands for the board below: a pair of 9, two pair 10 and 9, a pair of 5, and nothing.
BOARD = "G2 F5 B7 U9 G10"
PAIR, TWO_PAIR, LOW_PAIR, NOTHING, ALSO_NOTHING = "G9 F3", "F10 B9", "B5 U1", "U3 G4", "B3 F4"


def begin(seats: int, **options: Value) -> State:
    """A table after setup, nothing done."""
    return rules.setup(META.options_checked(options), seats)


def asked(
    seats: int, *, dealer: int = 0, stacks: tuple[int, ...] = (), bank: tuple[int, ...] = BANK, **options: Value
) -> State:
    """The first decision of the first hand, or the house's last word if nobody is asked."""
    state = begin(seats, **options)
    chips = stacks or state.betting.stacks
    betting = Betting(chips, (0,) * seats, (0,) * seats, (-1,) * seats, (True,) * seats, 0, 0)
    exits = tuple(Exit() if own else Exit(1, 10) for own in chips)
    return house(state.but(phase="blinds", dealer=dealer, betting=betting, bank=bank, exits=exits))[0]


def lay(state: State, *holes: str, board: str = BOARD) -> State:
    """The same moment with these hole cards and this board, as far as it is open, the rest on top of the deck."""
    own = tuple(tuple(hole.split()) for hole in holes)
    community = tuple(board.split())
    used = [*community, *(card for hole in own for card in hole)]
    assert len(set(used)) == len(used), "a card lies twice"
    count = len(state.board)
    rest = tuple(card for card in DECK if card not in used)
    return state.but(holes=own, board=community[:count], deck=(*community[count:], *rest))


def flop(*stacks: int, dealer: int = -1, **options: Value) -> State:
    """The first decision after the flop; everybody has paid 20 already. The last seat has the marker."""
    seats = len(stacks)
    state = asked(seats, dealer=dealer % seats, stacks=tuple(chips + 20 for chips in stacks), **options)
    return until(state, *(CALL,) * (seats - 1), CHECK)


def ended(
    paid: tuple[int, ...],
    *holes: str,
    stacks: tuple[int, ...],
    bank: tuple[int, ...] = BANK,
    dealer: int = -1,
    folded: tuple[int, ...] = (),
    board: str = BOARD,
    hand: int = 1,
    **options: Value,
) -> State:
    """The last round of betting is over: `paid` by seat in the whole hand, `stacks` after it; "" for who is out."""
    seats = len(paid)
    live = tuple(bool(cards) and seat not in folded for seat, cards in enumerate(holes))
    betting = Betting(stacks, paid, (0,) * seats, (0,) * seats, live, 0, 20)
    starts = tuple(own + put for own, put in zip(stacks, paid, strict=True))
    exits = tuple(Exit() if cards else Exit(1, 1000) for cards in holes)
    state = begin(seats, **options).but(hand=hand, dealer=dealer % seats, bank=bank, starts=starts, exits=exits)
    laid = lay(state.but(board=tuple(board.split())), *holes, board=board)
    return after_round(laid, betting)


def house(state: State, chance: Chance = CHANCE) -> tuple[State, list[Happening]]:
    """The house's steps until somebody must decide or the match is over, and what everybody saw."""
    seen: list[Happening] = []
    while step := rules.advance(state, chance):
        state = step.state  # type: ignore[assignment]
        seen += [told.what for told in step.happenings if told.to is None]
    return state, seen


def settled(state: State) -> tuple[State, list[Happening]]:
    """The same, but only to the end of the hand: the next blinds are not posted yet."""
    seen: list[Happening] = []
    while state.phase not in ("blinds", "over"):
        step = next_step(state)
        state = step.state  # type: ignore[assignment]
        seen += [told.what for told in step.happenings if told.to is None]
    return state, seen


def next_step(state: State) -> Step:
    step = rules.advance(state, CHANCE)
    assert step is not None
    return step


def play(state: State, *moves: Move) -> State:
    """The seats' decisions one after the other, without the house."""
    for move in moves:
        state = rules.apply(state, state.turn, move).state  # type: ignore[assignment]
    return state


def until(state: State, *moves: Move) -> State:
    """The same, with all the house does in between and afterwards."""
    for move in moves:
        state = house(play(state, move))[0]
    return state


def refused(state: State, move: Move, seat: int | None = None) -> tuple[str, dict[str, int | str]]:
    """Code and params of the refusal."""
    with pytest.raises(IllegalMove) as info:
        rules.apply(state, state.turn if seat is None else seat, move)
    return info.value.code, dict(info.value.params)
