"""Imagined states that are consistent with a view."""

from collections.abc import Sequence

from games.catalog.get9.cards import DECK, sort_cards
from games.catalog.get9.state import Get9State, Hidden
from games.catalog.get9.types import ROUNDS, Cards, Piles
from games.catalog.get9.view import Get9View, Own, Public
from games.engine.game import Rng, State


def imagine(view: Get9View, rng: Rng) -> Get9State:
    """Deal the cards this seat hasn't seen to the piles of the others and of the dealer at random."""
    public = view.public
    own_parts = tuple(
        view.own if view.own and seat == view.seat else _guess_own(public, seat, rng) for seat in range(public.seats)
    )
    return State(public, own_parts, Hidden(_dealer(public, rng)))


def redealt(state: Get9State, rng: Rng) -> Get9State:
    """Return the same position with other cards in the dealer's piles, except for the open ones."""
    return State(state.public, state.own, Hidden(_dealer(state.public, rng)))


def _guess_own(public: Public, seat: int, rng: Rng) -> Own:
    if not public.split[seat]:
        return Own()
    opened = public.opened(seat)
    piles = tuple(map(sort_cards, _fill_piles(opened, rng)))
    picks = tuple(cards[0] for cards in opened if cards)
    # It is also unknown whether a card was filed with the split; assume none.
    secret = public.chosen[seat] and len(opened) < public.round
    return Own(piles, (*picks, rng.choice(piles[public.round - 1])) if secret else picks)


def _dealer(public: Public, rng: Rng) -> Piles:
    """Fill the dealer's piles. Its opened card is the second of its pile; the other two are given in order."""
    if not public.round:
        return ()
    return tuple((first, card, third) for card, first, third in _fill_piles(public.dealer_opened, rng))


def _fill_piles(opened: Sequence[Cards], rng: Rng) -> Piles:
    """Fill three piles that begin with these open cards."""
    seen_cards = {card for cards in opened for card in cards}
    unseen = [card for card in rng.shuffled(DECK) if card not in seen_cards]
    opened_piles = (*opened, *[()] * (ROUNDS - len(opened)))
    return tuple((*cards, *(unseen.pop() for _ in range(3 - len(cards)))) for cards in opened_piles)
