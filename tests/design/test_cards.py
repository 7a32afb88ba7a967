"""Every card of every deck can be drawn, named and distinguished."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.utils.translation import override

from games.catalog import registry
from games.engine.deck import Deck
from games.tables.boards import draw_card, draw_card_back, get_card_name

SVG = "{http://www.w3.org/2000/svg}"
DECKS = sorted({meta.deck.name for meta in registry.list_metadata().values()})
CARDS = {"court": 11 + 9 + 5 + 3 + 4, "storm": 52 + 4, "commodities": 40 + 4, "french": 52 + 13 + 2, "numbers": 9}


def symbols(sprite: str) -> set[str]:
    path = finders.find(sprite)
    assert path, sprite
    return {node.attrib["id"] for node in ElementTree.parse(path).iter(f"{SVG}symbol")}


def list_used_symbols(html: str) -> list[tuple[str, str]]:
    """The sprite and the symbol of every `use`."""
    return re.findall(r'<use href="/static/([^"#]*\.svg)#([^"]+)"', html)


@pytest.mark.parametrize("name", DECKS)
def test_a_name_stands_for_one_deck(name: str) -> None:
    assert {id(meta.deck) for meta in registry.list_metadata().values() if meta.deck.name == name} == {
        id(registry.get_deck(name))
    }
    assert len(set(registry.get_deck(name).codes())) == CARDS[name]


@pytest.mark.parametrize("size", ["normal", "small", "large", "inline"])
@pytest.mark.parametrize("name", DECKS)
def test_every_symbol_a_card_uses_is_in_its_decks_sprite(name: str, size: str) -> None:
    deck = registry.get_deck(name)
    symbols_used = {symbol for code in deck.codes() for symbol in list_used_symbols(draw_card(code, name, size))}
    assert symbols_used <= {(deck.sprite, symbol) for symbol in symbols(deck.sprite)}
    assert bool(symbols_used) == bool(deck.suits or size != "inline")  # in sentences numbers are words


def test_the_back_is_one_picture() -> None:
    assert re.findall(r'src="/static/([^"]*)"', draw_card_back()) == ["site/back.svg"]
    assert finders.find("site/back.svg")


def motifs(deck: Deck) -> set[str]:
    """Return the contents of the deck's sprite: suits, pictures, numerals, and single cards without a picture."""
    singles = {code for code in deck.special_cards if code not in deck.figures}
    pictures = (*deck.figures, *(deck.suits if deck.has_suit_pictures else ()))
    return {
        *deck.suits,
        *singles,
        *(f"figure-{key}" for key in pictures),
        *(deck.ranks if deck.has_numerals else ()),
    }


@pytest.mark.parametrize("name", DECKS)
def test_every_suit_has_a_motif_and_a_colour_of_its_own(name: str) -> None:
    deck = registry.get_deck(name)
    pips = {single.pip for single in deck.special_cards.values()}
    assert not deck.sprite or symbols(deck.sprite) == motifs(deck) | pips
    assert len({suit.tone for suit in deck.suits.values()}) == len(deck.suits)


def test_a_face_shows_its_rank_and_suit() -> None:
    html = draw_card("K7", "court")
    assert list_used_symbols(html) == [("decks/court.svg", "figure-K"), ("decks/court.svg", "K")]
    assert re.search(r'class="card__index" aria-hidden="true">7<', html)


@pytest.mark.parametrize("deck", DECKS)
def test_names_tell_the_cards_of_a_deck_apart(deck: str) -> None:
    codes = registry.get_deck(deck).codes()
    for language in ("en", "ja"):
        with override(language):
            names = [get_card_name(code, deck) for code in codes]
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
            assert f'<span class="visually-hidden">{name}</span>' in draw_card(code, deck)


@pytest.mark.parametrize(
    ("code", "deck", "symbols"),
    [
        ("HQ", "french", ["figure-Q", "H", "H"]),  # the suit as a crest on the queen's robe, and in the corner
        ("Q", "french", ["figure-Q"]),
        ("H9", "french", ["H", "H"]),
        ("B", "french", ["figure-B", "star"]),
        ("s", "french", ["figure-s", "star-open"]),
        ("EA", "storm", ["figure-A", "E", "E"]),
        ("A9", "storm", ["A", "A"]),  # water, whose letter is that of the ace
        ("P", "court", ["figure-P", "P"]),
        ("G1", "commodities", ["G", "G"]),
        ("6", "numbers", ["6"]),
    ],
)
def test_the_court_has_pictures_and_everybody_the_suit_in_the_corner(code: str, deck: str, symbols: list[str]) -> None:
    assert [symbol for _sprite, symbol in list_used_symbols(draw_card(code, deck))] == symbols


def test_all_pictures_are_fetched_within_sixty_kilobytes() -> None:
    sprites = {registry.get_deck(name).sprite for name in DECKS}
    fetched = [gzip.compress(Path(str(finders.find(sprite))).read_bytes()) for sprite in sprites]
    assert len(fetched) == len(DECKS)
    assert sum(map(len, fetched)) < 60 * 1024


def test_six_and_nine_are_underlined() -> None:
    codes = {code for code in registry.get_deck("numbers").codes() if "card--underlined" in draw_card(code, "numbers")}
    assert codes == {"6", "9"}


@pytest.mark.parametrize(
    ("code", "deck"),
    [("X7", "court"), ("K", "storm"), ("K99", "court"), ("P5", "court"), ("F<", "storm"), ("S", "french")],
)
def test_what_is_no_card_is_not_drawn(code: str, deck: str) -> None:
    with pytest.raises(ValueError, match="deck"):
        draw_card(code, deck)


def test_every_title_has_a_deck_with_a_fan() -> None:
    for meta in registry.list_metadata().values():
        for code in meta.preview_cards:
            assert draw_card(code, meta.deck.name)
