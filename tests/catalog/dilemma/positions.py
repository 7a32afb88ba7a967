"""Positions for tests: states laid out by hand, and a house that can be asked to run."""

from dataclasses import replace
from typing import Any

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.happenings import Happening
from games.catalog.dilemma.house import set_turn as asked_next
from games.catalog.dilemma.metadata import METADATA
from games.catalog.dilemma.moves import AllIn, Call, Check, Fold, Move
from games.catalog.dilemma.state import DilemmaState
from games.catalog.dilemma.types import Exit
from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError
from games.engine.game import Step
from games.engine.metadata import Value
from games.kit.betting import Betting
from tests.catalog.states import but

FOLD, CHECK, CALL, ALL_IN = Fold(), Check(), Call(), AllIn()
CHANCE = Chance(b"a table of the tests")
BANK = (300, 700, 500)
# Hands for the board below: a pair of 9, two pair 10 and 9, a pair of 5, and nothing.
BOARD = "G2 F5 B7 U9 G10"
PAIR, TWO_PAIR, LOW_PAIR, NOTHING, ALSO_NOTHING = "G9 F3", "F10 B9", "B5 U1", "U3 G4", "B3 F4"


def begin(seats: int, **options: Value) -> DilemmaState:
    """A table after setup, nothing done."""
    return rules.setup(METADATA.clean_options(options), seats)


def asked(
    seats: int, *, dealer: int = 0, stacks: tuple[int, ...] = (), bank: tuple[int, ...] = BANK, **options: Value
) -> DilemmaState:
    """Return the first decision of the first hand, or the game's last step if no one is asked."""
    state = begin(seats, **options)
    chips = stacks or state.public.betting.stacks
    betting = Betting(chips, (0,) * seats, (0,) * seats, (-1,) * seats, (True,) * seats, 0, 0)
    exits = tuple(Exit() if stack else Exit(1, 10) for stack in chips)
    return house(but(state, phase="blinds", dealer=dealer, betting=betting, bank=bank, exits=exits))[0]


def lay(state: DilemmaState, *holes: str, board: str = BOARD) -> DilemmaState:
    """The same moment with these hole cards and this board, as far as it is open, the rest on top of the deck."""
    hands = tuple(tuple(hole.split()) for hole in holes)
    community = tuple(board.split())
    used = [*community, *(card for hole in hands for card in hole)]
    assert len(set(used)) == len(used), "a card lies twice"
    count = len(state.public.board)
    rest = tuple(card for card in DECK if card not in used)
    return but(state, cards=hands, board=community[:count], deck=(*community[count:], *rest))


def flop(*stacks: int, dealer: int = -1, **options: Any) -> DilemmaState:
    """Return the first decision after the flop; everyone has paid 20 already. The last seat has the marker."""
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
) -> DilemmaState:
    """The last round of betting is over: `paid` by seat in the whole hand, `stacks` after it; "" for seats that
    are out.
    """
    seats = len(paid)
    live = tuple(bool(cards) and seat not in folded for seat, cards in enumerate(holes))
    betting = Betting(stacks, paid, (0,) * seats, (0,) * seats, live, 0, 20)
    starts = tuple(stack + bet for stack, bet in zip(stacks, paid, strict=True))
    exits = tuple(Exit() if cards else Exit(1, 1000) for cards in holes)
    open_cards = tuple(board.split())
    state = but(
        begin(seats, **options),
        hand=hand,
        dealer=dealer % seats,
        bank=bank,
        starts=starts,
        exits=exits,
        board=open_cards,
    )
    laid = lay(state, *holes, board=board)
    return replace(laid, public=asked_next(laid.public, betting, dealer, open_cards))


def holes(state: DilemmaState) -> tuple[tuple[str, ...], ...]:
    """All hole cards by seat."""
    return tuple(private.cards for private in state.own)


def house(state: DilemmaState, chance: Chance = CHANCE) -> tuple[DilemmaState, list[Happening]]:
    """Run game steps until a seat has to move or the match is over; return what everyone saw."""
    happenings: list[Happening] = []
    while step := rules.advance(state, chance):
        state = step.state
        happenings += [happening.happening for happening in step.happenings if happening.to is None]
    return state, happenings


def settled(state: DilemmaState) -> tuple[DilemmaState, list[Happening]]:
    """The same, but only to the end of the hand: the next blinds are not posted yet."""
    happenings: list[Happening] = []
    while state.public.phase not in ("blinds", "over"):
        step = next_step(state)
        state = step.state
        happenings += [happening.happening for happening in step.happenings if happening.to is None]
    return state, happenings


def next_step(state: DilemmaState) -> Step[DilemmaState, Happening]:
    step = rules.advance(state, CHANCE)
    assert step is not None
    return step


def play(state: DilemmaState, *moves: Move) -> DilemmaState:
    """The seats' decisions one after the other, without the house."""
    for move in moves:
        state = rules.apply(state, state.public.turn, move).state
    return state


def until(state: DilemmaState, *moves: Move) -> DilemmaState:
    """The same, with all the house does in between and afterwards."""
    for move in moves:
        state = house(play(state, move))[0]
    return state


def refused(state: DilemmaState, move: Move, seat: int | None = None) -> tuple[str, dict[str, int | str]]:
    """Code and params of the refusal."""
    with pytest.raises(IllegalMoveError) as info:
        rules.apply(state, state.public.turn if seat is None else seat, move)
    return info.value.code, dict(info.value.params)
