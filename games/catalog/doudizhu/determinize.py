"""Imagined states that are consistent with a view."""

from collections import Counter

from games.catalog.doudizhu.ranks import DECK, Cards, sort_cards
from games.catalog.doudizhu.state import DoudizhuState, Hidden
from games.catalog.doudizhu.types import SEATS
from games.catalog.doudizhu.view import DoudizhuView, Own
from games.engine.game import Rng, State


def imagine(view: DoudizhuView, rng: Rng) -> DoudizhuState:
    """Deal the cards this seat hasn't seen at random; seats known to hold a card keep it."""
    public = view.public
    if not any(public.counts):
        return State(public, (Own(),) * SEATS, Hidden())
    hands, aside = _deal_unseen(view, rng)
    kitty = _guess_kitty(view, hands, rng)
    own_parts = tuple(Own(hand, kitty if seat == public.taker else ()) for seat, hand in enumerate(hands))
    return State(public, own_parts, Hidden(aside))


def redealt(state: DoudizhuState, rng: Rng) -> DoudizhuState:
    """Return the state unchanged: only the eight cards put aside are unseen by all, and they have no order."""
    return state


def _deal_unseen(view: DoudizhuView, rng: Rng) -> tuple[list[Cards], Cards]:
    """Deal all hands, and the kitty while it is face down."""
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
    """Return the cards each seat certainly holds: all if the hand is known, otherwise shown cards it hasn't played."""
    public = view.public
    if public.hands:
        return list(public.hands)
    counters = [Counter[str]() for _ in range(SEATS)]
    if public.starter is not None:
        counters[public.starter][public.face_up] += 1
    if public.taker is not None:
        counters[public.taker].update(public.kitty)
    held = [
        tuple((counter - Counter(played)).elements()) for counter, played in zip(counters, public.played, strict=True)
    ]
    if view.own is not None:
        held[view.me] = view.own.hand
    return held


def _guess_kitty(view: DoudizhuView, hands: list[Cards], rng: Rng) -> Cards:
    """Guess the kitty in the landlord's hand: if unknown, eight of their first 33 cards, excluding the face-up card."""
    public = view.public
    if public.taker is None:
        return ()
    if known_kitty := public.kitty or (view.own.kitty if view.own else ()):
        return known_kitty
    first = [*hands[public.taker], *public.played[public.taker]]
    if public.starter == public.taker:
        first.remove(public.face_up)
    return sort_cards(rng.shuffled(first)[:8])
