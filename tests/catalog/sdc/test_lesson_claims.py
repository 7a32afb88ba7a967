"""The chances named in lessons are right: against a player who keeps the right cards, in some thousand deals."""

from functools import cache

import pytest

from games.catalog.sdc.bots.hand_value import choose_kept_cards
from games.catalog.sdc.hands import DECK, sort_cards, strength
from games.catalog.sdc.types import Cards
from games.engine.chance import Rng

DEALS = 8000  # a share of them is known to one or two in a hundred
NINES = ("W9", "F9", "E6", "A4", "F2")
KING = ("FK", "F9", "A6", "E4", "W3")
THREE_NINES = ("W9", "F9", "A9", "E6", "F2")


def finish(kept_cards: Cards, cards: Cards) -> Cards:
    return (*kept_cards, *cards[: 5 - len(kept_cards)])


@cache
def deal(hand: Cards) -> tuple[tuple[int, Cards, Cards], ...]:
    """Yield the other's exchange, the resulting hand, and five cards to come, with these out of the deck."""
    rng, unseen, deals = Rng(b"lessons", " ".join(hand)), [card for card in DECK if card not in hand], []
    for _ in range(DEALS):
        cards = rng.shuffled(unseen)[:15]
        kept_cards = choose_kept_cards(sort_cards(cards[:5]), 5)
        deals.append((5 - len(kept_cards), finish(kept_cards, tuple(cards[5:10])), tuple(cards[10:])))
    return tuple(deals)


def win_share(hand: Cards, kept_cards: Cards) -> float:
    """Return how often the result of keeping these cards wins."""
    won = [strength(finish(kept_cards, cards)) > strength(other) for _, other, cards in deal(hand)]
    return sum(won) / len(won)


def win_share_against(hand: Cards, count: int) -> float:
    """Return how often these five cards beat a player who has exchanged that many."""
    won = [strength(hand) > strength(other) for exchanged, other, _ in deal(hand) if exchanged == count]
    return sum(won) / len(won)


@pytest.mark.parametrize(
    ("hand", "kept", "share"),
    [
        (NINES, NINES, 0.48),
        (NINES, NINES[:2], 0.58),
        (NINES, NINES[:1], 0.285),
        (KING, KING[:1], 0.36),
        (KING, (), 0.31),
        (KING, KING, 0.08),
    ],
)
def test_what_to_keep(hand: Cards, kept: Cards, share: float) -> None:
    assert win_share(hand, kept) == pytest.approx(share, abs=0.02)


def test_a_card_beside_the_pair_wins_less() -> None:
    assert win_share(NINES, NINES[:2]) > win_share(NINES, NINES[:3]) > win_share(NINES, NINES[:4])
    assert win_share(KING, KING[:1]) > win_share(KING, KING[:2])


@pytest.mark.parametrize(
    ("hand", "count", "least", "most"),
    [
        (("W9", "F9", "AJ", "F5", "E2"), 3, 0.36, 0.42),  # nines: two in five, and one in three is enough
        (("WJ", "W9", "W7", "W5", "W3"), 1, 0.94, 0.97),  # a flush of wind: nineteen in twenty
        (("FJ", "A8", "E6", "E3", "F2"), 3, 0.0, 0.02),  # a jack alone: almost nothing
        (THREE_NINES, 3, 0.91, 0.95),
        (("F7", "A7", "AK", "E3", "F2"), 3, 0.255, 0.29),  # sevens: 27 in 100
        (("F4", "A4", "AK", "E9", "F2"), 3, 0.07, 0.13),  # fours: one in ten
    ],
)
def test_how_often_a_hand_wins(hand: Cards, count: int, least: float, most: float) -> None:
    assert least <= win_share_against(hand, count) <= most


def test_prices() -> None:
    """A call of m wins or loses m; a drop costs the responder 1, the opener his own bid."""
    assert [round(100 * (bid - 1) / (2 * bid), 1) for bid in (2, 3, 4, 5)] == [25, 33.3, 37.5, 40]
    assert (5 - 2) / (2 * 5) == 0.3


def test_a_good_hand_bids_high() -> None:
    """Against a player who calls at the right price, after an exchange of three cards."""
    strengths = sorted(strength(other) for exchanged, other, _ in deal(THREE_NINES) if exchanged == 3)
    own_strength, gains = strength(THREE_NINES), []
    for bid in range(1, 6):
        called = strengths[len(strengths) * (bid - 1) // (2 * bid) :]
        dropped = len(strengths) - len(called)
        gains.append(dropped + bid * sum(1 if own_strength > other else -1 for other in called))
    assert gains == sorted(gains)
    assert gains[4] > 1.5 * gains[1]
