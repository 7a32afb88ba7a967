"""A full state that agrees with everything a view knows."""

from games.engine.chance import Rng
from games.titles.get9.cards import DECK, in_order
from games.titles.get9.parts import ROUNDS, Cards, Piles
from games.titles.get9.state import State
from games.titles.get9.view import Public, View


def imagine(view: View, rng: Rng) -> State:
    """The cards this seat has not seen are laid anew into the piles of the others and of the dealer."""
    public, places = view.public, view.public.places
    splits = [_split(public, seat, rng) for seat in range(len(places))]
    picks = [_picks(public, seat, splits[seat], rng) for seat in range(len(places))]
    if view.own is not None and view.seat is not None:
        splits[view.seat], picks[view.seat] = view.own.piles, view.own.picks
    return State(
        rules=public.rules,
        options=public.options,
        phase=public.phase,
        match=public.match,
        round=public.round,
        button=public.button,
        chips=tuple(place.chips for place in places),
        pots=tuple(place.pot for place in places),
        bets=tuple(place.bet for place in places),
        statuses=tuple(place.status for place in places),
        acted=tuple(place.acted for place in places),
        turn=public.turn,
        cap=public.cap,
        carry=public.carry,
        dealer=_dealer(public, rng) if public.round else (),
        splits=tuple(splits),
        picks=tuple(picks),
        rounds=public.rounds,
        last=public.last,
    )


def _split(public: Public, seat: int, rng: Rng) -> Piles:
    if not public.places[seat].split:
        return ()
    opened = [_opened(public, seat, number) for number in range(ROUNDS)]
    unseen = _unseen(opened, rng)
    return tuple(in_order((*cards, *_taken(unseen, 3 - len(cards)))) for cards in opened)


def _opened(public: Public, seat: int, number: int) -> Cards:
    """What everybody has seen of a seat's pile."""
    if number >= len(public.rounds) or not public.rounds[number].played[seat]:
        return ()
    opened = public.rounds[number]
    return (opened.played[seat], *(opened.others[seat] if opened.others else ()))


def _picks(public: Public, seat: int, piles: Piles, rng: Rng) -> Cards:
    known = tuple(opened.played[seat] for opened in public.rounds if opened.played[seat])
    secret = public.places[seat].chosen and len(known) < public.round
    return (*known, rng.choice(piles[public.round - 1])) if secret else known


def _dealer(public: Public, rng: Rng) -> Piles:
    """The dealer's opened card is the second of its pile; the other two are told in their order."""
    opened: list[Cards] = [(*entry.dealer, *entry.dealer_others) for entry in public.rounds]
    opened += [()] * (ROUNDS - len(opened))
    unseen = _unseen(opened, rng)
    whole = [(*cards, *_taken(unseen, 3 - len(cards))) for cards in opened]
    return tuple((first, card, third) for card, first, third in whole)


def _unseen(opened: list[Cards], rng: Rng) -> list[str]:
    seen = {card for cards in opened for card in cards}
    return [card for card in rng.shuffled(DECK) if card not in seen]


def _taken(cards: list[str], count: int) -> Cards:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken
