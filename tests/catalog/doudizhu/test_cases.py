"""The cases of the rules sheet, one test each."""

from collections import Counter

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.ranks import DECK, RANKS
from games.engine.errors import IllegalMoveError

from .positions import ACCEPT, BOOK, PASS, REFUSE, auction, cards, ended, hands, house, lay, play, table

LEGAL = {
    "7": ("single", 1, 7),
    "9 9": ("pair", 2, 9),
    "3 s": ("pair", 2, 3),
    "2 B": ("pair", 2, 15),
    "B B": ("pair", 2, 17),
    "5 5 5": ("triple", 3, 5),
    "9 9 9 8 8": ("plane", 5, 9),
    "3 4 5 6 7": ("straight", 5, 7),
    "3 3 4 4 5 5": ("pairseq", 6, 5),
    "3 3 3 4 4 4": ("tripleseq", 6, 4),
    "A A A K K K Q Q Q J J J": ("tripleseq", 12, 14),
    "3 3 3 3": ("bomb", 4, 3),
}
ILLEGAL = ["3 4", "3 4 5 6", "3 3 4 4", "3 3 3 4", "3 3 3 3 4 4", "3 3 3 4 4 4 5 5"]


def recognised(text: str) -> tuple[str, int, int] | None:
    combo = BOOK.combos.get(cards(text))
    return (combo.kind, combo.size, combo.rank) if combo else None


def beats(first: str, other: str) -> bool:
    return BOOK.combos[cards(first)].beats(BOOK.combos[cards(other)])


def test_a1_deck() -> None:
    assert len(DECK) == 108
    assert Counter(DECK) == {rank: 2 if rank in "sB" else 8 for rank in RANKS}
    state = auction()
    assert [len(hand) for hand in hands(state)] == [25] * 4
    assert len(state.hidden.kitty) == 8
    landed = house(play(state, ACCEPT))[0]
    assert [len(hand) for hand in hands(landed)] == [33, 25, 25, 25]


@pytest.mark.parametrize(("text", "found"), LEGAL.items())
def test_a2_recogniser_basic(text: str, found: tuple[str, int, int]) -> None:
    assert recognised(text) == found


@pytest.mark.parametrize("text", ILLEGAL)
def test_a2_recogniser_illegal(text: str) -> None:
    assert recognised(text) is None


def test_a3_full_house() -> None:
    assert beats("10 10 10 3 3", "9 9 9 8 8")
    assert not beats("9 9 9 K K", "9 9 9 8 8")
    assert not beats("8 8 8 A A", "9 9 9 8 8")


def test_a4_sequences() -> None:
    assert beats("4 5 6 7 8", "3 4 5 6 7")
    assert beats("4 4 4 5 5 5", "3 3 3 4 4 4")
    assert beats("4 4 5 5 6 6", "3 3 4 4 5 5")
    assert not beats("4 5 6 7 8 9", "3 4 5 6 7")


def test_a5_ace_in_sequences() -> None:
    assert recognised("10 J Q K A") == ("straight", 5, 14)
    for text in ("J Q K A 2", "K A 2 3 4", "Q K A 2 3"):
        assert recognised(text) is None
    assert recognised("A 2 3 4 5") == ("straight", 5, 5)
    assert beats("3 4 5 6 7", "A 2 3 4 5")
    assert beats("2 3 4 5 6", "A 2 3 4 5")
    straights = [combo for combo in BOOK.combos.values() if combo.kind == "straight" and combo.size == 5]
    assert not any(BOOK.combos[cards("A 2 3 4 5")].beats(other) for other in straights)


def test_a6_bombs() -> None:
    assert beats("3 3 3 3", "A A A K K")
    assert beats("3 3 3 3", "A A A K K K Q Q Q J J J")
    assert all(beats(bomb, "8 8 8 8") for bomb in ("9 9 9 9", "3 3 3 3 3", "9 9 9 9 9"))
    assert not beats("8 8 8 8", "9 9 9 9")
    assert not beats("K K K 3 3", "3 3 3 3")


def test_a7_jokers() -> None:
    assert all(recognised(text) for text in ("B", "s", "7 s", "7 B"))
    for text in ("3 3 s", "s s s", "9 9 9 s s", "9 9 9 8 s", "3 4 5 6 s", "3 3 3 s", "s s B B"):
        assert recognised(text) is None
    assert beats("B", "s")
    assert beats("s", "2")
    assert beats("2", "A")
    assert beats("7 s", "6 6")
    assert not beats("7 B", "7 7")


def test_a8_trick() -> None:
    state = table("5 5 3 4 5 6 7 9", "7 7 7", "8 8 8", "9 9 9")
    passed = play(state, lay("5 5"), PASS, PASS, PASS)
    assert passed.public.turn == 0
    led = play(passed, lay("3 4 5 6 7"))
    assert led.public.top is not None
    assert led.public.top.cards == cards("3 4 5 6 7")
    with pytest.raises(IllegalMoveError, match="leader-must-play"):
        rules.apply(passed, 0, PASS)
    with pytest.raises(IllegalMoveError, match="wrong-kind"):
        rules.apply(play(state, lay("9")), 3, lay("9 9"))


def test_a9_starter_accepts() -> None:
    named = house(play(auction(), ACCEPT))[0]
    assert (named.public.landlord, named.public.rate, named.public.bombs_left) == (0, 2, (None,) * 4)
    assert named.public.answers == ("accept", "", "", "")
    alone = table("5", "7", "8", "9", rate=2)
    assert ended(play(alone, lay("5")))[0].public.chips == (6, -2, -2, -2)
    beaten = table("5 3", "7", "8", "9", rate=2)
    assert ended(play(beaten, lay("5"), lay("9")))[0].public.chips == (-6, 2, 2, 2)


def test_a10_third_player_accepts() -> None:
    state = play(auction(0), REFUSE, REFUSE, ACCEPT)
    named = house(state)[0]
    assert (named.public.landlord, named.public.rate) == (2, 1)  # counterclockwise: 0, 3, 2
    assert named.public.bombs_left == (1, None, None, 1)
    won = table("5", "7", "8", "9", landlord=2)
    assert ended(play(won, lay("8")))[0].public.chips == (-1, -1, 3, -1)


def test_a11_nobody_accepts() -> None:
    state = play(auction(1), REFUSE, REFUSE, REFUSE, REFUSE)
    named = house(state)[0]
    assert (named.public.landlord, named.public.rate, named.public.bombs_left) == (1, 1, (1, 1, 1, 1))
    board_html = table("5", "7 3", "8", "9", landlord=1)
    assert ended(play(board_html, lay("3"), lay("5")))[0].public.chips == (1, -3, 1, 1)


@pytest.mark.parametrize("last", ["B", "2 2", "4 4 4 4"])
def test_a12_going_out(last: str) -> None:
    state = play(table(last, "7", "8", "9"), lay(last))
    assert state.public.phase == "show"
    assert not rules.waiting_on(state)
    assert ended(state)[0].public.chips == (3, -1, -1, -1)
