"""A world that agrees with everything a view tells."""

from collections import Counter

from games.catalog.doudizhu.ranks import DECK, Cards, sort_cards
from games.catalog.doudizhu.state import DoudizhuState, Hidden
from games.catalog.doudizhu.types import SEATS
from games.catalog.doudizhu.view import DoudizhuView, Own
from games.engine.game import Rng, State


def imagine(view: DoudizhuView, rng: Rng) -> DoudizhuState:
    """The cards this seat has not seen are dealt anew; who is known to hold a card keeps it."""
    public = view.public
    if not any(public.counts):
        return State(public, (Own(),) * SEATS, Hidden())
    hands, aside = _deal_unseen(view, rng)
    kitty = _guess_kitty(view, hands, rng)
    own = tuple(Own(hand, kitty if seat == public.taker else ()) for seat, hand in enumerate(hands))
    return State(public, own, Hidden(aside))


def redealt(state: DoudizhuState, rng: Rng) -> DoudizhuState:
    """The same: all that nobody has seen are the eight cards put aside, and they lie in no order."""
    return state


def _deal_unseen(view: DoudizhuView, rng: Rng) -> tuple[list[Cards], Cards]:
    """All hands, and the kitty while it lies face down."""
    public, held = view.public, _get_known_cards(view)
    unseen = Counter(DECK)
    for cards in (*public.played, *held, public.kitty if public.taker is None else ()):
        unseen.subtract(cards)
    free = list(rng.shuffled(sorted(unseen.elements())))
    hands = [
        sort_cards([*cards, *(free.pop() for _ in range(count - len(cards)))])
        for cards, count in zip(held, public.counts, strict=True)
    ]
    return hands, sort_cards(free)


def _get_known_cards(view: DoudizhuView) -> list[Cards]:
    """What each seat certainly holds: everything where the hand is known, else shown cards it has not played."""
    public = view.public
    if public.hands:
        return list(public.hands)
    known = [Counter[str]() for _ in range(SEATS)]
    if public.starter is not None:
        known[public.starter][public.face_up] += 1
    if public.taker is not None:
        known[public.taker].update(public.kitty)
    held = [tuple((shown - Counter(played)).elements()) for shown, played in zip(known, public.played, strict=True)]
    if view.own is not None:
        held[view.me] = view.own.hand
    return held


def _guess_kitty(view: DoudizhuView, hands: list[Cards], rng: Rng) -> Cards:
    """The kitty in the landlord's hand: if unknown, eight of his first 33 cards, but not the one that lay open."""
    public = view.public
    if public.taker is None:
        return ()
    if known := public.kitty or (view.own.kitty if view.own else ()):
        return known
    first = [*hands[public.taker], *public.played[public.taker]]
    if public.starter == public.taker:
        first.remove(public.face_up)
    return sort_cards(rng.shuffled(first)[:8])
