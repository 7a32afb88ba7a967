"""Positions and hands for tests, written as the rules sheet writes them."""

from collections.abc import Mapping

from games.catalog.sdc import rules
from games.catalog.sdc.hands import DECK, sort_cards
from games.catalog.sdc.metadata import METADATA
from games.catalog.sdc.moves import Move
from games.catalog.sdc.state import SdcState
from games.catalog.sdc.types import Phase
from games.engine.chance import Chance
from games.engine.game import Happening, Step
from games.engine.metadata import Value
from tests.catalog.states import but

M, S = 0, 1  # the opener (Master) sits on seat 0 unless a test says otherwise
HIGH = "WA F4 A6 A7 EQ"
PAIR = "FJ AJ FQ E4 E10"
FOUR = "W9 F9 A9 E9 A3"
CHANCE = Chance(b"sdc tests")


def cards(text: str) -> tuple[str, ...]:
    return sort_cards(text.split())


def start(**options: Value) -> SdcState:
    """A table as set up."""
    return rules.setup(METADATA.clean_options(options), 2)


def bidding(
    coins: tuple[int, int] = (10, 10),
    *,
    opener: str = HIGH,
    responder: str = PAIR,
    phase: Phase = "bid",
    options: Mapping[str, Value] | None = None,
) -> SdcState:
    """Stage 1 with both draws done (no exchanges) and these hands; seat 0 opens."""
    hands = (cards(opener), cards(responder))
    deck = tuple(card for card in DECK if card not in hands[0] + hands[1])
    state = start(**(options or {}))
    return but(state, coins=coins, phase=phase, stage=1, opener=M, hand=hands, deck=deck, exchanged=(0, 0))


def drawing(**options: Value) -> SdcState:
    """A dealt stage before any draw."""
    state = start(first_opener="seat1", **options)
    return housed(housed(state).state).state


def housed(state: SdcState) -> Step:
    """The next house step; fails when the house has nothing to do."""
    step = rules.advance(state, CHANCE)
    assert step is not None
    return step


def played(state: SdcState, *moves: tuple[int, Move]) -> SdcState:
    """These decisions, with no house steps between them."""
    for seat, move in moves:
        assert rules.advance(state, CHANCE) is None
        state = rules.apply(state, seat, move).state
    return state


def until_asked(state: SdcState) -> tuple[SdcState, list[Happening]]:
    """Run game steps until a seat has to move or the match is over; return what everyone saw."""
    happenings: list[Happening] = []
    while step := rules.advance(state, CHANCE):
        state = step.state
        happenings += [happening.happening for happening in step.happenings if happening.to is None]
    return state, happenings
