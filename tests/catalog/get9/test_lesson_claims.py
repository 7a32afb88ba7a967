"""What the lessons say of cards and splits holds, counted out."""

from fractions import Fraction

from games.catalog.get9.cards import DECK, beats, points_of
from tests.contract.legal_moves import list_piles

Cards = tuple[str, ...]


def wins(card: str, against: Cards = DECK) -> int:
    return sum(beats(card, other) for other in against)


def worth(pile: Cards, card: str) -> Fraction:
    """The points on average if that card of it is played against any card."""
    return Fraction(wins(card) * (points_of(pile) - int(card)), len(DECK))


def expected(split: tuple[Cards, ...]) -> Fraction:
    return sum((max(worth(pile, card) for card in pile) for pile in split), Fraction(0))


def test_eight_is_spent_and_nine_counted() -> None:
    pile = ("9", "8", "6")
    assert [wins(card) for card in pile] == [7, 7, 5]
    assert worth(pile, "6") < 10
    assert worth(pile, "8") > 11
    assert worth(pile, "8") > worth(pile, "9")


def test_cards_that_the_dealer_has_left() -> None:
    assert wins("8", tuple("1234567")) == 7  # 8 and 9 are open
    dealer_cards = tuple("1245789")  # 6 and 3 are
    assert (wins("8", dealer_cards), wins("6", dealer_cards), wins("1", dealer_cards)) == (5, 4, 1)


def test_no_split_is_worth_more() -> None:
    splits = {tuple(sorted(split)): expected(split) for split in list_piles(DECK, (3, 3, 3))}
    best = expected((("9", "8", "6"), ("7", "5", "4"), ("3", "2", "1")))
    together = max(value for split, value in splits.items() if ("7", "8", "9") in split)
    assert len(splits) == 280
    assert max(splits.values()) == best
    assert round(best) == 18
    assert together < best
    assert round(sum(splits.values()) / len(splits)) == 16
    assert round(expected((("9", "5", "1"), ("8", "4", "3"), ("7", "6", "2")))) == 15
