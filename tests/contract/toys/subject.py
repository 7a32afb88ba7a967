"""The toy title as a subject: what its cards and coins must add up to, and what it hides."""

from dataclasses import replace

from games.engine.chance import Rng
from games.engine.contract import Told
from tests.contract.subject import Subject
from tests.contract.toys import toy


def check(state: toy.ToyState) -> None:
    lying = [card for card in (*state.kept, *state.away) if card is not None]
    assert sorted([*state.deck, *lying, *(card for hand in state.hands for card in hand)]) == sorted(toy.DECK)
    assert sum(state.coins) + sum(bid or 0 for bid in state.bids) == 10 * len(state.coins)


def reshuffle(state: toy.ToyState, seat: int | None, rng: Rng) -> toy.ToyState:
    """Deals anew all cards that `seat` has not seen, and makes the others choose anew what they have kept."""
    if state.phase in ("deal", "over"):
        return state
    others = [i for i in range(len(state.coins)) if i != seat]
    fixed = [i for i in others if state.shown[i]]
    free = [*state.deck, *(c for i in others for c in (*state.hands[i], state.away[i]) if c is not None)]
    free += [card for i in others if i not in fixed and (card := state.kept[i]) is not None]
    cards = list(rng.shuffled(sorted(free)))
    hands, kept, away = list(state.hands), list(state.kept), list(state.away)
    for i in others:
        if state.kept[i] is None:
            hands[i] = tuple(sorted((cards.pop(), cards.pop())))
        else:
            kept[i] = state.kept[i] if i in fixed else cards.pop()
            away[i] = cards.pop()
    return replace(state, deck=tuple(cards), hands=tuple(hands), kept=tuple(kept), away=tuple(away))


def may_differ(told: Told) -> bool:
    return told.what.type in ("shown", "paid")


SUBJECT = Subject(toy.TITLE, (({"rounds": 2}, 2), ({"rounds": 3}, 3)), check, reshuffle, may_differ)
