"""A full state that agrees with everything a view knows."""

from collections.abc import Sequence

from games.catalog.get9.cards import DECK, sort_cards
from games.catalog.get9.state import Get9State, Hidden
from games.catalog.get9.types import ROUNDS, Cards, Piles
from games.catalog.get9.view import Get9View, Own, Public
from games.engine.game import Rng, State


def imagine(view: Get9View, rng: Rng) -> Get9State:
    """The cards this seat has not seen are laid anew into the piles of the others and of the dealer."""
    public = view.public
    own = tuple(
        view.own if view.own and seat == view.seat else _guess_own(public, seat, rng) for seat in range(public.seats)
    )
    return State(public, own, Hidden(_dealer(public, rng)))


def redealt(state: Get9State, rng: Rng) -> Get9State:
    """The same position with other cards in the dealer's piles, but for those that lie open."""
    return State(state.public, state.own, Hidden(_dealer(state.public, rng)))


def _guess_own(public: Public, seat: int, rng: Rng) -> Own:
    if not public.split[seat]:
        return Own()
    opened = public.opened(seat)
    piles = tuple(map(sort_cards, _fill_piles(opened, rng)))
    picks = tuple(cards[0] for cards in opened if cards)
    # Whether a card is filed with the split is hidden too; none will do.
    secret = public.chosen[seat] and len(opened) < public.round
    return Own(piles, (*picks, rng.choice(piles[public.round - 1])) if secret else picks)


def _dealer(public: Public, rng: Rng) -> Piles:
    """The dealer's opened card is the second of its pile; the other two are told in their order."""
    if not public.round:
        return ()
    return tuple((first, card, third) for card, first, third in _fill_piles(public.dealer_opened, rng))


def _fill_piles(opened: Sequence[Cards], rng: Rng) -> Piles:
    """Three piles that begin with these open cards."""
    seen = {card for cards in opened for card in cards}
    unseen = [card for card in rng.shuffled(DECK) if card not in seen]
    begun = (*opened, *[()] * (ROUNDS - len(opened)))
    return tuple((*cards, *(unseen.pop() for _ in range(3 - len(cards)))) for cards in begun)
