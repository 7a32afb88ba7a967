"""Every move open to a seat, and what each costs (rules sheet, 4.1 to 4.4)."""

from collections import Counter
from itertools import product

from games.engine.legal import Choice, Legal
from games.engine.values import Move
from games.titles.crown.kinds import KINDS, Cards, cost, holds, in_order, minus
from games.titles.crown.moves import (
    Attack,
    Bishops,
    Defend,
    Discard,
    EndTurn,
    Give,
    Keep,
    Nobles,
    Pick,
    Reveal,
    Take,
    Yield,
)
from games.titles.crown.state import CrownState

LIMIT = 8  # so many cards at the end of the own turn are too many
PAIRS = (False, True)


def legal(state: CrownState, seat: int) -> Legal:
    """What the seat is asked; and showing three princes, in the own actions or, by option, at any time (3, 8)."""
    if state.asked is None:
        return Legal()
    asked = _asked(state) if seat == state.asked else ()
    shows = state.options.reveal_any_time or (seat == state.asked and state.phase == "act")
    reveal: tuple[Move, ...] = (Reveal(),) if shows and state.hands[seat].count("P") == 3 else ()
    return Legal(tuple(Choice(moves) for moves in (reveal, *asked) if moves))


def _asked(state: CrownState) -> tuple[tuple[Move, ...], ...]:
    """The answers to the present question, alike ones together."""
    match state.phase:
        case "keep":
            return (tuple(Keep(kind) for kind in in_order(set(state.drawn))),)
        case "pick":
            return (tuple(Pick(kind) for kind in in_order(set(state.passed[state.player]))),)
        case "give":
            return (tuple(Give(kind) for kind in in_order(set(state.passed[state.player]))),)
        case "defend":
            return (_defences(state.hands[state.other]), (Yield(),))
        case "choose":
            return (tuple(Take(kind) for kind in in_order(set(state.hands[state.other]))),)
        case "limit":
            return (_discards(state.hands[state.player]),)
    return _actions(state)


def _actions(state: CrownState) -> tuple[tuple[Move, ...], ...]:
    """The table of 4.2. Five bishops, or six with the pair, may be shown together; they count as four."""
    hand = state.hands[state.player]
    fresh = minus(hand, state.tabled)  # each bishop card once per turn
    bishops = [Bishops(n, pair) for n, pair in product(range(3, 7), PAIRS) if holds(fresh, cost("B", n, pair))]
    nobles = [Nobles(n, pair) for n, pair in product(noble_sets(state), PAIRS) if holds(hand, cost("N", n, pair))]
    attacks = [Attack(pair) for pair in PAIRS if holds(hand, cost("K", 3, pair))]
    return (tuple(bishops), tuple(nobles), tuple(attacks), (EndTurn(),))


def noble_sets(state: CrownState) -> tuple[int, ...]:
    """How many nobles may be discarded together (4.2; solo as adjusted: 5)."""
    return (2,) if state.options.mode == "classic" else (2, 3, 4)


def _defences(hand: Cards) -> tuple[Move, ...]:
    """Two knights; the prince pair may be one of them (4.3)."""
    return tuple(Defend(pair) for pair in PAIRS if holds(hand, cost("K", 2, pair)))


def _discards(hand: Cards) -> tuple[Move, ...]:
    """Every way to choose half of the hand, rounded down (4.4)."""
    held = Counter(hand)
    ways = product(*(range(held[kind] + 1) for kind in KINDS))
    return tuple(
        Discard(tuple(kind for kind, n in zip(KINDS, way, strict=True) for _ in range(n)))
        for way in ways
        if sum(way) == len(hand) // 2
    )
