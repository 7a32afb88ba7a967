"""The worked cases of the rules sheet, one test each."""

from games.catalog.lombard.hands import DECK, Hand, get_best_hand
from games.catalog.lombard.rules import over, standing
from tests.catalog.lombard.positions import CALL, DOUBLE, FOLD, OTHER, first_turn, lay, play, played


def winner(*holes: str, board: str) -> int:
    """Return the winner of the pot when everyone calls."""
    last = played(lay(*holes, board=board), *[CALL] * len(holes)).public.last
    assert last is not None
    return last.winner


def best(hole: str, board: str) -> Hand:
    return get_best_hand((*hole.split(), *board.split()))


def test_a1_deck() -> None:
    assert len(DECK) == len(set(DECK)) == 28
    assert {suit: sorted(int(card[1:]) for card in DECK if card[0] == suit) for suit in "KNBP"} == {
        "K": list(range(1, 12)),
        "N": list(range(2, 11)),
        "B": [4, 5, 6, 7, 8],
        "P": [4, 6, 8],
    }
    full = play(first_turn(11), *[CALL] * 11)
    assert (
        len({card for private in full.own for card in private.cards} | {*full.public.board, *full.hidden.deck[:2]})
        == 27
    )


def test_a2_royal_beats_everything() -> None:
    board = "P8 K7 K8 K9 N5"
    assert best("P4 P6", board) == Hand("royal", ())
    assert best("K10 K11", board) == Hand("straight-flush", (11,))
    assert best("N2 N3", board) == Hand("pair", (8,))
    assert winner("K10 K11", "P4 P6", "N2 N3", board=board) == 1


def test_a3_wild_out_of_two_princes() -> None:
    board = "P6 B8 N9 K11 N2"
    assert best("P4 K7", board) == Hand("straight", (11,))
    assert best("N8 K1", board) == Hand("pair", (8,))
    assert winner("N8 K1", "P4 K7", board=board) == 1


def test_a4_wild_as_a_card_that_does_not_exist() -> None:
    board = "B5 B6 B7 B8 N2"
    assert best("P4 P6", board) == Hand("straight-flush", (9,))
    assert best("K9 K10", board) == Hand("straight", (10,))
    assert winner("K9 K10", "P4 P6", board=board) == 1


def test_a5_princes_as_ordinary_cards() -> None:
    assert best("P4 P6", "K4 N6 K9 N10 K11") == Hand("two-pair", (6, 4))
    assert best("P4 P6", "K3 N5 K7 N10 K11") == Hand("straight", (7,))


def test_a6_pair_number() -> None:
    board = "N9 N10 B5 K7 K1"
    assert best("K9 K2", board) == Hand("pair", (9,))
    assert best("K10 N3", board) == Hand("pair", (10,))
    assert winner("K9 K2", "K10 N3", board=board) == 1


def test_a7_two_pair() -> None:
    board = "B4 B5 K10 N10 K1"
    assert best("K9 K4", board) == Hand("two-pair", (10, 4))
    assert best("N9 K5", board) == Hand("two-pair", (10, 5))
    assert winner("K9 K4", "N9 K5", board=board) == 1
    board = "B4 K10 N10 K1 N2"
    assert best("K4 N8", board) == best("N4 K11", board) == Hand("two-pair", (10, 4))
    assert winner("K4 N8", "N4 K11", board=board) == 1


def test_a8_full_house() -> None:
    board = "B5 B6 K9 N9 K1"
    assert best("K5 N5", board) == Hand("full-house", (5, 9))
    assert best("K6 N6", board) == Hand("full-house", (6, 9))
    assert winner("K5 N5", "K6 N6", board=board) == 1
    board = "K8 N8 P8 B4 N9"
    assert best("K9 K3", board) == Hand("full-house", (8, 9))
    assert best("N4 K2", board) == Hand("full-house", (8, 4))
    assert winner("N4 K2", "K9 K3", board=board) == 1


def test_a9_straight_and_flush() -> None:
    board = "K4 B5 P6 N10 K11"
    assert best("K7 N8", board) == Hand("straight", (8,))
    assert best("K2 N3", board) == Hand("straight", (6,))
    assert winner("K2 N3", "K7 N8", board=board) == 1
    board = "K3 K4 K7 N9 N10"
    assert best("K11 K2", board) == Hand("flush", (11,))
    assert best("K10 K8", board) == Hand("flush", (10,))
    assert winner("K10 K8", "K11 K2", board=board) == 1


def test_a10_suit_order_of_the_higher_hole_card() -> None:
    board = "K9 N9 B5 K1 N4"
    assert best("K8 N2", board) == best("B8 N3", board) == Hand("pair", (9,))
    assert winner("K8 N2", "B8 N3", board=board) == 1
    board = "K9 N9 B5 K2 K11"
    assert best("B8 N3", board) == best("P8 K1", board) == Hand("pair", (9,))
    assert winner("B8 N3", "P8 K1", board=board) == 1


def test_a11_pot() -> None:
    dealt = lay("K2 N4", "N8 B8", "N2 N3", "K5 N6", board="K9 N9 B4 K1 K11")
    acted = play(dealt, CALL, DOUBLE, FOLD, OTHER)
    assert acted.public.pot == 6
    assert acted.public.balances == (7, 6, 8, 7)
    assert acted.public.opened == (0, -1, -1, 1)
    assert acted.public.supplied == 2
    paid = played(dealt, CALL, DOUBLE, FOLD, OTHER)
    assert paid.public.last is not None
    assert paid.public.last.winner == 1
    assert paid.public.balances == (7, 12, 8, 7)


def test_a12_end() -> None:
    dealt = lay("N8 B8", "K2 N4", "N2 N3", board="K9 N9 B4 K1 K11", balances=(12, 9, 5))
    called = play(dealt, CALL, CALL, CALL)
    assert called.public.pot == 4
    paid = played(dealt, CALL, CALL, CALL)
    assert paid.public.balances == (15, 8, 4)
    assert not over(paid)
    doubled = play(dealt, DOUBLE, CALL, CALL)
    assert doubled.public.pot == 6
    paid = played(dealt, DOUBLE, CALL, CALL)
    assert paid.public.balances == (16, 8, 4)
    assert over(paid)
    assert standing(paid).winners == (0,)
