"""What the lessons say of chances holds: the same cards dealt out some thousand times."""

import pytest

from games.catalog.lombard.hands import DECK, get_showdown_key
from games.engine.chance import Rng

DEALS = 6000  # a share of them is known to one or two in a hundred

Cards = tuple[str, ...]


def win_share(hand: Cards, board: Cards, rival_holes: list[Cards]) -> float:
    """Return how often the hand wins when all of them stay; of each other hand the open cards are known."""
    known_cards = {*hand, *board, *(card for opened in rival_holes for card in opened)}
    unseen, rng, won = [card for card in DECK if card not in known_cards], Rng(b"lessons", " ".join(hand)), 0
    for _ in range(DEALS):
        cards = iter(rng.shuffled(unseen))
        full = (*board, next(cards), next(cards))
        full_hands = [(*opened, *(next(cards) for _ in range(2 - len(opened)))) for opened in rival_holes]
        showdown_key = get_showdown_key(hand, full)
        won += all(showdown_key > get_showdown_key(other, full) for other in full_hands)
    return won / DEALS


@pytest.mark.parametrize(
    ("hand", "board", "others", "least", "most"),
    [
        # 1: sevens against three others; fives against an open nine
        (("K8", "N7"), ("K7", "B5", "N2"), [(), (), ()], 0.29, 0.37),
        (("N5", "K2"), ("K9", "B5", "N3"), [("N9",)], 0.17, 0.25),
        # 2: nothing against two others; nines against two others, between one in eight and a half
        (("N2", "K4"), ("K9", "N8", "B6"), [(), ()], 0.0, 0.05),
        (("N9", "K3"), ("K9", "N6", "B4"), [(), ()], 0.125, 0.5),
        # 3: three fives against two others; two pair against an open six
        (("B5", "K1"), ("K5", "N5", "B7"), [(), ()], 0.52, 0.62),
        (("B8", "N4"), ("K8", "N6", "B4"), [("K6",)], 0.56, 0.64),
        # 4: three nines with two princes against two others, one of whom has opened a five; a Royal
        (("P4", "K9"), ("P8", "K5", "N9"), [("N5",), ()], 0.72, 0.8),
        (("P8", "N3"), ("P4", "P6", "K10"), [(), ()], 1.0, 1.0),
        # 5: sevens against an open eight
        (("K9", "B7"), ("K7", "B5", "N2"), [("K8",)], 0.45, 0.54),
    ],
)
def test_shares_are_as_the_sentences_say(
    hand: Cards, board: Cards, others: list[Cards], least: float, most: float
) -> None:
    assert least <= win_share(hand, board, others) <= most
