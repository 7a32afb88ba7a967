"""A full state that agrees with everything a view knows."""

from collections import Counter

from games.engine.chance import Rng
from games.titles.doudizhu.moves import SEATS
from games.titles.doudizhu.ranks import DECK, Cards, in_order
from games.titles.doudizhu.state import State
from games.titles.doudizhu.view import Public, View


def imagine(view: View, rng: Rng) -> State:
    """The cards this seat has not seen are dealt anew; who is known to hold a card keeps it."""
    public = view.public
    hands, kitty = _cards(view, rng) if any(public.counts) else (((),) * SEATS, ())
    return State(
        rules=public.rules,
        options=public.options,
        phase=public.phase,
        deal=public.deal,
        chips=public.chips,
        hands=hands,
        kitty=kitty,
        starter=public.starter,
        face_up=public.face_up,
        answers=public.answers,
        landlord=public.landlord,
        rate=public.rate,
        bombs_left=public.bombs_left,
        played=public.played,
        trick=public.trick,
        previous=public.previous,
        last=public.last,
    )


def _cards(view: View, rng: Rng) -> tuple[tuple[Cards, ...], Cards]:
    """All hands, and the kitty as it was dealt."""
    public = view.public
    in_landlords_hand = public.landlord is not None and public.options.kitty_to_landlord
    kitty = view.own.kitty if view.own and view.own.kitty else public.kitty
    held = _held(view)
    unseen = Counter(DECK)
    for cards in (*public.played, *held, () if in_landlords_hand else kitty):
        unseen.subtract(cards)
    free = list(rng.shuffled(sorted(unseen.elements())))
    hands = []
    for seat, cards in enumerate(held):
        missing = public.counts[seat] - len(cards)
        hands.append(in_order([*cards, *(free.pop() for _ in range(missing))]))
    if not kitty and in_landlords_hand:
        kitty = _guessed_kitty(public, hands[public.landlord or 0], rng)
    return tuple(hands), kitty or in_order(free)


def _held(view: View) -> list[Cards]:
    """What each seat certainly holds: everything where the hand is known, else shown cards it has not played."""
    public = view.public
    if public.hands:
        return list(public.hands)
    known = [Counter() for _ in range(SEATS)]  # type: list[Counter[str]]
    if public.starter is not None:
        known[public.starter][public.face_up] += 1
    if public.landlord is not None and public.options.kitty_to_landlord:
        known[public.landlord].update(public.kitty)
    held = [tuple((shown - Counter(played)).elements()) for shown, played in zip(known, public.played, strict=True)]
    if view.own is not None and view.seat is not None:
        held[view.seat] = view.own.hand
    return held


def _guessed_kitty(public: Public, hand: Cards, rng: Rng) -> Cards:
    """Eight of the landlord's first 33 cards, but not the one that lay open before him."""
    first = [*hand, *public.played[public.landlord or 0]]
    if public.starter == public.landlord:
        first.remove(public.face_up)
    return in_order(rng.shuffled(first)[:8])
