"""The rules of The Crown of Lombardia: who decides what. What decisions do is in `effects`, the house in `house`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, everybody, only
from games.engine.exact import check_exact
from games.engine.meta import Value
from games.engine.values import Move
from games.titles.crown import effects
from games.titles.crown.choices import LIMIT, legal
from games.titles.crown.draft import Given, Kept, KeptCard, Passed, Picked, PickedCard
from games.titles.crown.house import advance
from games.titles.crown.kinds import Cards, holds, in_order, minus, most_held, noble_points
from games.titles.crown.meta import META
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
from games.titles.crown.parts import Mode, Options
from games.titles.crown.refusals import refusal
from games.titles.crown.sight import view
from games.titles.crown.state import CrownState

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "view", "waiting_on"]

GOES_FIRST = "KNBP"  # at the hand limit, when time is up


def setup(options: Mapping[str, Value], seats: int) -> CrownState:
    """A table before the first player is drawn by lot.

    >>> setup(META.options_checked({}), 2).pile
    ('P', 'P', 'B')
    """
    low, high = META.seats_for(options)
    if not low <= seats <= high:
        raise ValueError("the mode is for another number of seats")
    return CrownState(
        Options(
            mode=cast(Mode, options["mode"]),
            target=int(options["targetPoints"]),
            reveal_any_time=bool(options["revealPrincesAnyTime"]),
            show_sizes=bool(options["showHandSizes"]),
        )
    )


def waiting_on(state: CrownState) -> frozenset[int]:
    """The one seat that is asked; nobody decides at the same time as another."""
    return frozenset() if state.asked is None else frozenset({state.asked})


def over(state: CrownState) -> bool:
    return state.phase == "over"


def apply(state: CrownState, seat: int, move: Move) -> Step:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    if not legal(state, seat).contains(move):
        raise refusal(state, seat, move)
    match move:
        case Keep(kind):
            return _kept(state, kind)
        case Pick(kind):
            return _picked(state, kind)
        case Give(kind):
            return _given(state, kind)
        case Reveal():
            return effects.princes_revealed(state, seat)
        case Bishops(count, pair):
            return effects.bishops_shown(state, count, pair)
        case Nobles(count, pair):
            points = noble_points(count, state.options.mode == "classic")
            return effects.nobles_discarded(state, count, pair, points)
        case Attack(pair):
            return effects.attacked(state, pair)
        case Defend(pair):
            return effects.defended(state, pair)
        case Yield():
            return effects.yielded(state)
        case Take(kind):
            return effects.taken(state, kind)
        case Discard(cards):
            return effects.half_discarded(state, cards)
    return effects.turn_ended(state, LIMIT)


def _kept(state: CrownState, kind: str) -> Step:
    """One card of three to the hand; the other keeps one of the two, in solo the player shares them out (4.1, 5)."""
    seat, two = state.player, minus(state.drawn, (kind,))
    after = replace(
        effects.gained(state, seat, (kind,)),
        phase="give" if state.options.solo else "pick",
        drawn=(),
        passed=effects.at(state.passed, seat, two),
    )
    passed = () if state.options.solo else (only((0, 1), Passed(seat, two)),)
    return Step(after, (*effects.told(state, seat, Kept(seat), KeptCard(seat, kind)), *passed))


def _picked(state: CrownState, kind: str) -> Step:
    """Of two equal cards the turn player knows which one the other kept."""
    seat, two = state.other, state.passed[state.player]
    (left,) = minus(two, (kind,))
    after = effects.buried(replace(effects.gained(state, seat, (kind,)), phase="act"), seat, (left,))
    if left == kind:
        known = in_order(state.known[state.player] + (kind,))
        after = replace(after, known=effects.at(after.known, state.player, known))
    return Step(after, (everybody(Picked(seat)), only(seat, PickedCard(seat, kind, left))))


def _given(state: CrownState, kind: str) -> Step:
    """Solo: one of the two cards left for the automaton, the last to the pile, before everybody's eyes (5)."""
    (left,) = minus(state.passed[0], (kind,))
    after = effects.buried(effects.gained(state, 1, (kind,)), 1, (left,))
    return Step(replace(after, phase="act", passed=((), ())), (everybody(Given(kind, left)),))


def safe_move(state: CrownState, seat: int, chance: Chance) -> Move:
    """What the rules sheet lets a timeout play (6)."""
    hand, other = state.hands[seat], state.hands[1 - seat]
    match state.phase:
        case "keep":
            return Keep(most_held(hand, state.drawn))
        case "pick":
            return Pick(most_held(hand, state.passed[state.player]))
        case "give":
            return Give(min(state.passed[0], key=lambda kind: (other.count(kind), GOES_FIRST.index(kind))))
        case "defend":
            return Defend() if holds(hand, ("K", "K")) else Yield()
        case "choose":
            return Take(most_held(other))
        case "limit":
            return Discard(_least_dear(hand))
    return EndTurn()


def _least_dear(hand: Cards) -> Cards:
    """Half of the hand: knights, then nobles, then bishops, then princes."""
    return tuple(sorted(hand, key=GOES_FIRST.index)[: len(hand) // 2])


def standing(state: CrownState) -> Standing:
    """Points are the scores. The winner is first, also by princes with fewer points; alone one may be second (3)."""
    solo = state.options.solo
    scores, house = (state.scores[:1], state.scores[1]) if solo else (state.scores, None)
    if not over(state):
        return Standing(tuple(1 + sum(other > own for other in scores) for own in scores), scores, house=house)
    places = tuple(1 if seat == state.winner else 2 for seat in range(len(scores)))
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Standing(places, scores, winners, house)
