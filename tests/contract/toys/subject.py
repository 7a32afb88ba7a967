"""The toy title as a subject: what its cards and coins must add up to, and what it hides."""

from games.engine.chance import Rng
from games.engine.game import AddressedHappening
from games.engine.state import State
from tests.contract.subject import Subject
from tests.contract.toys import toy


def check(state: toy.ToyState) -> None:
    public, privates = state.public, state.own
    lying = [card for private in privates for card in (*private.hand, private.kept, private.away) if card is not None]
    assert sorted([*state.hidden.deck, *lying]) == sorted(toy.DECK)
    assert sum(public.coins) + sum(bid or 0 for bid in public.bids) == 10 * len(public.coins)
    assert public.chosen == tuple(private.kept is not None for private in privates)
    assert all(card in (None, private.kept) for card, private in zip(public.shown, privates, strict=True))


def reshuffle(state: toy.ToyState, seat: int | None, rng: Rng) -> toy.ToyState:
    """Deal all cards again that `seat` hasn't seen, and let the others choose again."""
    if state.public.phase in ("deal", "over"):
        return state
    other_seats, open_cards = [i for i in range(len(state.own)) if i != seat], state.public.shown
    visible_cards = {card for i in other_seats if (card := open_cards[i])} | {
        card for i, private in enumerate(state.own) if i == seat for card in (*private.hand, private.kept, private.away)
    }
    cards = list(rng.shuffled([card for card in toy.DECK if card not in visible_cards]))
    privates = list(state.own)
    for i in other_seats:
        if privates[i].kept is None:
            privates[i] = toy.Own(tuple(sorted((cards.pop(), cards.pop()))))
        else:
            privates[i] = toy.Own((), open_cards[i] or cards.pop(), cards.pop())
    return State(state.public, tuple(privates), toy.Hidden(tuple(cards)))


def may_differ(addressed: AddressedHappening) -> bool:
    return addressed.happening.type in ("shown", "paid")


SUBJECT = Subject(toy.GAME, (({"rounds": 2}, 2), ({"rounds": 3}, 3)), check, reshuffle, may_differ)
