"""The cards' pictures for Pillow are those of the decks as they are: else `python -m tests.design.draw_card_sheets`."""

import pytest

from games.engine.deck import Deck
from games.replays.moments import card_sheets


@pytest.mark.parametrize("deck", card_sheets.list_decks(), ids=lambda deck: deck.name)
def test_a_sheet_is_drawn_of_the_present_deck(deck: Deck) -> None:
    hashes = dict(line.split() for line in card_sheets.SOURCES.read_text(encoding="utf-8").splitlines())
    assert hashes[deck.name] == card_sheets.hash_sources(deck)


@pytest.mark.parametrize("deck", card_sheets.list_decks(), ids=lambda deck: deck.name)
def test_each_card_of_a_deck_is_on_its_sheet(deck: Deck) -> None:
    cards = card_sheets.get_cards(deck.name)
    assert set(cards) == set(deck.codes())
    for code, face in cards.items():
        assert face.size == card_sheets.SIZE
        assert face.getpixel((56, 80))[3] == 255, code  # type: ignore[index]


def test_a_deck_without_a_sheet_has_no_pictures() -> None:
    assert card_sheets.get_cards("tarot") == {}
