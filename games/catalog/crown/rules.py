"""The rules of The Crown of Lombardia: who decides what. What decisions do is in `effects`, the house in `house`."""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.crown import effects, moves
from games.catalog.crown.cards import holds, in_order, minus, most_held, noble_points
from games.catalog.crown.choices import LIMIT, choices, refusal
from games.catalog.crown.happenings import Given, Kept, KeptCard, Passed, Picked, PickedCard
from games.catalog.crown.house import advance
from games.catalog.crown.metadata import META
from games.catalog.crown.moves import Move
from games.catalog.crown.state import CrownState, laid, sides
from games.catalog.crown.types import Options
from games.catalog.crown.view import CrownView, Own, Public
from games.engine.game import Chance, Legal, Standing, Step, Value, everybody, only
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import check_exact
from games.engine.state import view_of
from games.kit.seats import ranked
from games.kit.transitions import openly

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

GOES_FIRST = "KNBP"  # at the hand limit, when time is up


def setup(options: Mapping[str, Value], seats: int) -> CrownState:
    """A table before the first player is drawn by lot.

    >>> setup(META.options_checked({}), 2).public.pile
    ('P', 'P', 'B')
    """
    low, high = META.seats_for(options)
    if not low <= seats <= high:
        raise ValueError("the mode is for another number of seats")
    return laid(Public(from_json(Options, dict(options))), (Own(), Own()), ())


def waiting_on(state: CrownState) -> frozenset[int]:
    """The one seat that is asked; nobody decides at the same time as another."""
    return frozenset() if state.public.asked is None else frozenset({state.public.asked})


def over(state: CrownState) -> bool:
    return state.public.phase == "over"


def legal(state: CrownState, seat: int) -> Legal[Move]:
    """It follows from what the seat knows."""
    return choices(view_of(CrownView, state, seat))


def apply(state: CrownState, seat: int, move: Move) -> effects.Done:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    allowed = legal(state, seat)
    if not allowed.contains(move):
        raise refusal(view_of(CrownView, state, seat), move, allowed)
    match move:
        case moves.Keep(kind):
            return _kept(state, kind)
        case moves.Pick(kind):
            return _picked(state, kind)
        case moves.Give(kind):
            return _given(state, kind)
        case moves.Reveal():
            return effects.princes_revealed(state, seat)
        case moves.Bishops(count, pair):
            return effects.bishops_shown(state, count, pair)
        case moves.Nobles(count, pair):
            return effects.nobles_discarded(state, count, pair, noble_points(count, state.public.options.classic))
        case moves.Attack(pair):
            return effects.attacked(state, pair)
        case moves.Defend(pair):
            return effects.defended(state, pair)
        case moves.Yield():
            return effects.yielded(state)
        case moves.Take(kind):
            return effects.taken(state, kind)
        case moves.Discard(cards):
            return effects.half_discarded(state, cards)
    return effects.turn_ended(state, LIMIT)


def _kept(state: CrownState, kind: str) -> effects.Done:
    """One card of three to the hand; the other keeps one of the two, in solo the player shares them out (4.1, 5)."""
    public, own = state.public, sides(state)[state.public.player]
    seat, two = public.player, minus(own.drawn, (kind,))
    asking = effects.seen(state, replace(public, phase="give" if public.options.solo else "pick"))
    kept = effects.held(asking, seat, replace(own, hand=in_order((*own.hand, kind)), drawn=()))
    passed = () if public.options.solo else (only((0, 1), Passed(seat, two)),)
    return Step(effects.passed(kept, two), (*effects.told(public, seat, Kept(seat), KeptCard(seat, kind)), *passed))


def _picked(state: CrownState, kind: str) -> effects.Done:
    """Of two equal cards the turn player knows which one the other kept."""
    public, own = state.public, sides(state)[state.public.other]
    seat, (left,) = public.other, minus(own.offered, (kind,))
    acting = effects.seen(state, replace(public, phase="act"))
    after = effects.buried(effects.gained(acting, seat, (kind,)), seat, (left,))
    if left == kind:
        after = effects.learnt(after, public.player, in_order((*own.exposed, kind)))
    return Step(after, (everybody(Picked(seat)), only(seat, PickedCard(seat, kind, left))))


def _given(state: CrownState, kind: str) -> effects.Done:
    """Solo: one of the two cards left for the automaton, the last to the pile, before everybody's eyes (5)."""
    (left,) = minus(sides(state)[0].passed, (kind,))
    after = effects.passed(effects.buried(effects.gained(state, 1, (kind,)), 1, (left,)), ())
    return openly(after, replace(after.public, phase="act"), Given(kind, left))


def safe_move(state: CrownState, seat: int, chance: Chance) -> Move:
    """What the rules sheet lets a timeout play (6)."""
    view = view_of(CrownView, state, seat)
    own, other = view.mine, view.known
    match state.public.phase:
        case "keep":
            return moves.Keep(most_held(own.hand, own.drawn))
        case "pick":
            return moves.Pick(most_held(own.hand, own.offered))
        case "give":
            return moves.Give(min(own.passed, key=lambda kind: (other.count(kind), GOES_FIRST.index(kind))))
        case "defend":
            return moves.Defend() if holds(own.hand, ("K", "K")) else moves.Yield()
        case "choose":
            return moves.Take(most_held(other))
        case "limit":
            return moves.Discard(tuple(sorted(own.hand, key=GOES_FIRST.index)[: view.half]))
    return moves.EndTurn()


def standing(state: CrownState) -> Standing:
    """Points are the scores. The winner is first, also by princes with fewer points; alone one may be second (3)."""
    public, seats = state.public, range(len(state.own))
    scores, house = public.scores[: len(seats)], public.scores[1] if public.options.solo else None
    if not over(state):
        return replace(ranked(scores, over=False), house=house)
    places = tuple(1 if seat == public.winner else 2 for seat in seats)
    return Standing(places, scores, tuple(seat for seat in seats if seat == public.winner), house)
