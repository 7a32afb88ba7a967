"""What the hand's form calls the cards one marks: read from the page as its script does, cases of the rules sheet."""

import re
from html import unescape
from itertools import combinations

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.combos import shape
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.errors import IllegalMoveError
from games.engine.legal_moves import Combos
from tests.rendering.boards import Boards, heard

from .positions import BOOK, asked, cards, lay, play, table
from .test_cases import ILLEGAL, LEGAL

FOLLOWING = play(table("9 9 9", "5", "6", "3 3 3 3 4 4 K K"), lay("9 9"))
FULL = "3 3 3 3 4 4 4 5 5 5 6 7 8 8 8 9 9 9 K K A 2 s B"
LED = table(FULL, "3", "4", "5")
NAMES = {
    "3": "single card",
    "3 3": "pair",
    "3 s": "pair",
    "9 9 9": "triple",
    "8 8 9 9 9": "full house",
    "3 4 5 6 7": "straight of 5",
    "3 3 4 4 5 5": "pair straight of 3 pairs",
    "3 3 3 4 4 4": "triple straight of 2 triples",
    "3 3 3 3": "bomb of 4",
    "3 8": "not allowed: a straight takes five cards or more in a row, up to the ace",
    "3 3 4 4": "not allowed: a pair straight takes three pairs or more in a row",
    "3 3 3 9 9 9": "not allowed: a triple straight takes two triples or more in a row",
    "3 3 3 4": "3 + 1 is not allowed: a triple goes alone or with one pair",
    "3 3 3 4 4 4 5 5": "3 + 3 + 2 is not allowed: a triple goes alone or with one pair",
    "3 3 3 3 4 4": "4 + 2 is not allowed: a bomb goes alone",
    "3 3 4": "2 + 1 is not allowed",
    "3 3 s": "not allowed: a joker is a single card, or a pair with any other card",
}


def hand(state: DoudizhuState, language: str = "en") -> str:
    seat = asked(state)
    return Boards(GAME).draw(
        "hand", language, view=GAME.view(state, seat), legal=rules.legal(state, seat), names=[], seat=seat
    )


def named(state: DoudizhuState, selection: str, language: str = "en") -> str:
    """The line of the page that its script shows for these cards."""
    page = hand(state, language)
    key = " ".join(cards(selection))
    for listed, words in re.findall(r'<li [^>]*data-cards="([^"]*)">(.*?)</li>', page, re.S):
        if key in listed.split("|"):
            return unescape(words.strip())
    for pattern, words in re.findall(r'<li [^>]*data-flaw="([^"]*)">(.*?)</li>', page, re.S):
        if re.search(pattern, shape(cards(selection))):
            return unescape(words.strip()).replace("{shape}", shape(cards(selection)))
    raise AssertionError(f"no name for {selection}")


@pytest.mark.parametrize(("marked", "name"), NAMES.items())
def test_marked_cards_have_a_name(marked: str, name: str) -> None:
    assert named(LED, marked) == name
    assert re.search("[ぁ-んァ-ン一-龠]", named(LED, marked, "ja"))


@pytest.mark.parametrize("marked", LEGAL)
def test_every_kind_of_the_sheet_is_named(marked: str) -> None:
    assert "not allowed" not in named(table(f"{marked} Q", "3", "4", "5"), marked)


@pytest.mark.parametrize("marked", ILLEGAL)
def test_what_the_sheet_forbids_is_called_so(marked: str) -> None:
    assert "not allowed" in named(table(f"{marked} Q", "3", "4", "5"), marked)


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        ("K K", "pair: beats the trick"),
        ("4 4", "pair: does not beat the trick"),
        ("K", "single card: play the kind on the table (pair), or a bomb"),
        ("3 3 3 3", "bomb of 4: beats the trick"),
        ("4 K", "not allowed: a straight takes five cards or more in a row, up to the ace"),
    ],
)
def test_an_answer_is_weighed_against_the_trick(marked: str, name: str) -> None:
    assert named(FOLLOWING, marked) == name


def test_a_bomb_that_is_spent_says_so() -> None:
    state = table("3 3 3 3 4", "5", "6", "7", bombs_left=(0, None, None, None))
    assert "your one bomb of this deal is already played" in named(state, "3 3 3 3")
    assert named(state, "3 3 3") == "triple"


def test_what_the_page_calls_playable_is_what_may_be_played() -> None:
    for state in (LED, FOLLOWING):
        view = GAME.view(state, asked(state))
        part = rules.legal(state, asked(state)).of("play")
        assert isinstance(part, Combos)
        assert {cards for sort in view.held if not sort.obstacle for cards in sort.plays} == set(part.plays)


def test_all_other_cards_have_a_flaw_with_words() -> None:
    held = "3 3 3 3 4 4 4 5 6 s B"
    state = table(held, "3", "4", "5")
    for size in range(1, 7):
        for selection in set(combinations(cards(held), size)) - set(BOOK.combos):
            assert "not allowed" in named(state, " ".join(selection))


def test_a_refusal_names_what_was_sent_in_the_same_words() -> None:
    for sent in ("4 4", "K", "4 K", "3 3 3 4"):
        with pytest.raises(IllegalMoveError) as caught:
            rules.apply(FOLLOWING, 3, lay(sent))
        assert heard(Boards(GAME).draw("illegal_move", code=caught.value.code, params=caught.value.params)) == named(
            FOLLOWING, sent
        )
