"""Every card of every deck can be drawn, named and told apart."""

import re
from xml.etree import ElementTree

import pytest
from django.utils.translation import override

from games import catalog
from games.boards.faces import SUITS
from games.templatetags.cards import card, card_back, card_name
from tests.look.paths import STATIC

SVG = "{http://www.w3.org/2000/svg}"
FIGURES = ("J", "Q", "K", "A")
NUMBERS = {"K": range(1, 12), "N": range(2, 11), "B": range(4, 9), "P": (4, 6, 8)}
DECKS = {
    "court": [f"{suit}{n}" for suit, numbers in NUMBERS.items() for n in ("", *numbers)],
    "storm": [f"{suit}{rank}" for suit in "WFAE" for rank in (*range(2, 11), *FIGURES)],
    "commodities": [f"{suit}{n}" for suit in "GFBU" for n in range(1, 11)],
    "french": [f"{suit}{rank}" for suit in ("", *"SHDC") for rank in (*range(2, 11), *FIGURES)] + ["s", "B"],
    "numbers": [str(n) for n in range(1, 10)],
}


def symbols() -> set[str]:
    return {node.attrib["id"] for node in ElementTree.parse(STATIC / "cards.svg").iter(f"{SVG}symbol")}


def used(html: str) -> list[str]:
    return re.findall(r'<use href="[^"#]*cards[^"#]*\.svg#([^"]+)"', html)


@pytest.mark.parametrize("size", ["normal", "small", "large", "inline"])
@pytest.mark.parametrize("deck", DECKS)
def test_every_symbol_a_card_uses_is_in_the_sprite(deck: str, size: str) -> None:
    drawn = {symbol for code in DECKS[deck] for symbol in used(card(code, deck, size))}
    assert drawn <= symbols()
    assert bool(drawn) == (deck != "numbers")


def test_the_back_is_in_the_sprite() -> None:
    assert used(card_back()) == ["back"]
    assert "back" in symbols()


def test_every_suit_has_a_motif_and_a_colour_of_its_own() -> None:
    css = (STATIC / "cards.css").read_text()
    for deck, suits in SUITS.items():
        for suit in suits:
            assert f"{deck}-{suit}" in symbols()
            assert f".tone-{deck}-{suit} {{" in css


def test_a_face_shows_its_rank_and_suit() -> None:
    html = card("K7", "court")
    assert used(html) == ["court-K", "court-K"]
    assert re.search(r'class="card__index" aria-hidden="true">7<', html)


@pytest.mark.parametrize("deck", DECKS)
def test_names_tell_the_cards_of_a_deck_apart(deck: str) -> None:
    for language in ("en", "ja"):
        with override(language):
            names = [card_name(code, deck) for code in DECKS[deck]]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("code", "deck", "english", "japanese"),
    [
        ("K7", "court", "knight 7", "騎士の7"),
        ("WQ", "storm", "wind queen", "風のクイーン"),
        ("U10", "commodities", "fuel 10", "燃料の10"),
        ("HA", "french", "ace of hearts", "ハートのエース"),
        ("s", "french", "small joker", "小ジョーカー"),
        ("P", "court", "prince", "王子"),
    ],
)
def test_readers_hear_the_name_in_their_language(code: str, deck: str, english: str, japanese: str) -> None:
    for language, name in (("en", english), ("ja", japanese)):
        with override(language):
            assert f'<span class="visually-hidden">{name}</span>' in card(code, deck)


def test_six_and_nine_are_underlined() -> None:
    marked = {code for code in DECKS["numbers"] if "card--underlined" in card(code, "numbers")}
    assert marked == {"6", "9"}


@pytest.mark.parametrize(("code", "deck"), [("X7", "court"), ("K", "storm"), ("K99", "court"), ("F<", "storm")])
def test_what_is_no_card_is_not_drawn(code: str, deck: str) -> None:
    with pytest.raises(ValueError, match="deck"):
        card(code, deck)


def test_every_title_has_a_deck_with_a_fan() -> None:
    for meta in catalog.metas().values():
        for code in meta.fan:
            assert card(code, meta.deck)
