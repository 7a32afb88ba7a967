"""Imagining unknown cards, for games where those are the rest of a deck.

>>> deal_unseen([("K1", "K2"), (None, "K4"), ()], ["K3"], ["K1", "K2", "K3", "K4", "K5"], Rng(b"key", "doctest"))
([('K1', 'K2'), ('K5', 'K4'), ()], Hidden(deck=()))
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from games.engine.chance import Rng
from games.engine.serialization.values import frozen_dataclass
from games.engine.state import State

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741

Cards = tuple[str, ...]


@frozen_dataclass
class Hidden:
    """The rest of the deck, next card first."""

    deck: Cards = ()


def deal_unseen(
    rows: Sequence[Sequence[str | None]], board: Iterable[str], deck: Iterable[str], rng: Rng
) -> tuple[list[Cards], Hidden]:
    """Return the rows with None replaced by random unseen cards, and the rest of the deck."""
    seen_cards = {*board, *(card for cards in rows for card in cards)}
    unseen = list(rng.shuffled([card for card in deck if card not in seen_cards]))
    filled = [tuple([card or unseen.pop() for card in cards]) for cards in rows]
    return filled, Hidden(tuple(unseen))


def redealt(state: State[P, O, Hidden], rng: Rng) -> State[P, O, Hidden]:
    """Return the same position with the rest of the deck, which no one has seen, in a different order."""
    return State(state.public, state.own, Hidden(rng.shuffled(state.hidden.deck)))
