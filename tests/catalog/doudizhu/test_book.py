"""What a hand can play, against the literal way: trying every combination there is."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalog.doudizhu.combos import Combo
from games.catalog.doudizhu.move_tables import MoveTables, get_move_tables
from games.catalog.doudizhu.ranks import DECK, RANKS, Cards, at_least, pack, sort_cards

BOOKS = [get_move_tables(True), get_move_tables(False)]
hands = st.tuples(st.permutations(DECK), st.integers(1, 33)).map(lambda drawn: sort_cards(drawn[0][: drawn[1]]))
# Few ranks, many copies: bombs and long sequences.
rich = st.lists(st.sampled_from(["A", "2", "3", "4", "s", "B"]), min_size=1, max_size=33).map(
    lambda drawn: sort_cards(
        card for card, n in Counter(drawn).items() for _ in range(min(n, 2 if card in "sB" else 8))
    )
)
books = st.sampled_from(BOOKS)


def held(tables: MoveTables, hand: Cards) -> list[Combo]:
    """The combinations whose cards, with their copies, are all in the hand."""
    have = Counter(hand)
    return [combo for combo in tables.combos.values() if all(have[c] >= n for c, n in Counter(combo.cards).items())]


@given(books, hands | rich, st.booleans())
def test_leads_are_what_the_hand_holds(known: MoveTables, hand: Cards, bombs: bool) -> None:
    expected = [combo.cards for combo in held(known, hand) if bombs or combo.kind != "bomb"]
    assert sorted(known.list_leads(pack(hand), bombs=bombs)) == sorted(expected)


@given(books, hands | rich, st.booleans(), st.data())
def test_answers_are_what_beats_the_top(known: MoveTables, hand: Cards, bombs: bool, data: st.DataObject) -> None:
    top = data.draw(st.sampled_from(list(known.combos.values())))
    expected = [combo.cards for combo in held(known, hand) if combo.beats(top) and (bombs or combo.kind != "bomb")]
    assert sorted(known.list_answers(pack(hand), top, bombs=bombs)) == sorted(expected)


@given(hands, st.integers(1, 8))
def test_packed_hands(hand: Cards, k: int) -> None:
    assert tuple(rank for at, rank in enumerate(RANKS) for _ in range(pack(hand) >> 4 * at & 15)) == hand
    enough = {rank for rank, count in Counter(hand).items() if count >= k}
    assert at_least(pack(hand), k) == sum(8 << 4 * at for at, rank in enumerate(RANKS) if rank in enough)


def test_every_combination_is_named_low_to_high_and_once() -> None:
    for book in BOOKS:
        assert all(cards == combo.cards == sort_cards(cards) for cards, combo in book.combos.items())
    counted = Counter(combo.kind for combo in BOOKS[0].combos.values())
    # Sequences of n ranks have 15 - n places, those of all thirteen one.
    assert counted == {
        "single": 15,
        "pair": 15 + 26 + 1,
        "triple": 13,
        "plane": 13 * 12,
        "straight": sum(15 - n for n in range(5, 13)) + 1,
        "pairseq": sum(15 - n for n in range(3, 13)) + 1,
        "tripleseq": sum(15 - n for n in range(2, 13)) + 1,
        "bomb": 13 * 5,
    }


def test_the_long_run_counts_with_the_ace_high() -> None:
    every = sort_cards(RANKS[:13])
    assert get_move_tables(True).combos[every].rank == 14
    assert get_move_tables(False).combos[every].rank == 13  # it begins with the ace, as it can't with the 2


@pytest.mark.parametrize(("text", "legal"), [("2 3 4 5 6", False), ("A 2 3 4 5", True), ("A 2 3 4 5 6", True)])
def test_no_low_two(text: str, legal: bool) -> None:
    cards = sort_cards(text.split())
    assert (cards in get_move_tables(False).combos) is legal
    assert cards in get_move_tables(True).combos
    doubled = sort_cards(text.split() * 2)
    assert (doubled in get_move_tables(False).combos) is legal


def test_a_mixed_pair_of_jokers_counts_as_two_big_ones() -> None:
    combos = get_move_tables(True).combos
    mixed, small, big = combos[("s", "B")], combos[("s", "s")], combos[("B", "B")]
    assert mixed.beats(small)
    assert not mixed.beats(big)
    assert not big.beats(mixed)
