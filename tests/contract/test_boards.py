"""The boards of all games that have one: nothing hidden in them, and words, pages and pictures show all of it."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from games.catalog import registry
from games.engine.board import Amount, Board, CardOrder, CardRow, Pot, Stacks
from games.engine.game import AnyState
from games.rendering.cards import get_card_face
from games.rendering.translations import load_game_translations, translate
from games.replays.moments.images import place_board
from tests.contract.harness import match
from tests.contract.secrecy import worlds
from tests.contract.subject import Subject, slugs, subject
from tests.rendering.boards import BOARDS, LANGUAGES, Line

EVERY = 9  # moments between two that are looked at
WITH_BOARD = [slug for slug in slugs() if registry.has_board(slug)]

each_game = pytest.mark.parametrize("slug", WITH_BOARD)
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def build(game: Subject, state: AnyState, seat: int | None, *, is_open: bool = False) -> Board:
    board = registry.build_board(game.title.metadata.slug, game.title.view(state, seat), state.own if is_open else None)
    assert board is not None
    return board


def boards(slug: str) -> Iterator[tuple[AnyState, Board]]:
    """Boards of a match of every setup, as a spectator, the last seat and a replay with all hands open show them."""
    game = subject(slug)
    for setup in game.setups:
        for number, moment in enumerate(match(game, setup, 0)):
            if number % EVERY == 0 or game.title.rules.over(moment.state):
                yield moment.state, build(game, moment.state, None)
                yield moment.state, build(game, moment.state, len(moment.state.own) - 1)
                yield moment.state, build(game, moment.state, None, is_open=True)


def list_amounts(board: Board) -> list[Amount]:
    amounts = [amount for seat in board.seats for amount in (*seat.amounts, seat.bet, seat.won) if amount]
    for group in board.centre:
        match group:
            case Pot(_, amount, parts):
                amounts += [amount, *parts]
            case Stacks(_, stacks):
                amounts += [stack.amount for stack in stacks]
    return amounts


@each_game
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_board(slug: str) -> None:
    game, count = subject(slug), 0
    for seed in range(2):
        for state, other, seat in worlds(slug, seed):
            assert build(game, state, seat) == build(game, other, seat)
            count += 1
    assert count > 5


@each_game
def test_it_has_every_seat_in_order_and_only_cards_of_its_deck(slug: str) -> None:
    deck = registry.list_metadata()[slug].deck
    for state, board in boards(slug):
        assert [seat.number for seat in board.seats] == list(range(len(state.own)))
        assert board.deck == deck.name
        assert all(get_card_face(card.code, deck, "en") for card in board.open_cards)


@each_game
@both_languages
def test_words_name_every_card_amount_and_winner(slug: str, language: str) -> None:
    deck, catalogue = registry.list_metadata()[slug].deck, load_game_translations(slug, language)
    for _, board in boards(slug):
        lines = [Line(number=seat.number, name=f"Seat {seat.number}") for seat in board.seats]
        parts = BOARDS.describe_board(board, slug, language, lines, has_hand=False)
        texts = {part.name: part.text for part in parts}
        centre = texts[translate(board.centre_label, catalogue)]
        for seat in board.seats:
            text = texts[f"Seat {seat.number}"]
            assert all(get_card_face(card.code, deck, language).name in text for card in seat.cards if card.is_open)
            for amount in (*seat.amounts, seat.bet, seat.won):
                assert amount is None or translate(amount.text, catalogue) in text
        for group in board.centre:
            if isinstance(group, CardRow):
                assert all(get_card_face(card.code, deck, language).name in centre for card in group.cards if card.code)
        everything = " ".join(texts.values())
        assert all(translate(amount.text, catalogue) in everything for amount in list_amounts(board))


@each_game
@both_languages
def test_a_page_shows_every_card_amount_and_winner(slug: str, language: str) -> None:
    catalogue = load_game_translations(slug, language)
    for _, board in boards(slug):
        lines = [
            Line(number=seat.number, name=f"Seat {seat.number}", is_me=seat.number == board.seat)
            for seat in board.seats
        ]
        html = BOARDS.render_board(board, slug, language, lines)
        text = unescape(re.sub(r"<[^>]+>", " ", html))
        orders = [code for group in board.centre if isinstance(group, CardOrder) for code in group.codes]
        memories = [code for seat in board.seats for memory in seat.memories for code in memory.codes]
        shown = [*orders, *memories, *(card.code for card in board.open_cards)]
        assert sorted(re.findall(r'data-card="([^"]+)"', html)) == sorted(shown)
        assert html.count("seat--winner") == sum(seat.is_winner for seat in board.seats)
        assert html.count('class="card--counts"') == sum(card.mark == "counts" for card in board.open_cards)
        assert all(translate(amount.text, catalogue) in text for amount in list_amounts(board))


@each_game
def test_a_picture_has_every_card_stack_and_winner(slug: str) -> None:
    catalogue = load_game_translations(slug, "en")
    for _, board in boards(slug):
        picture = place_board(board, slug)
        shown = [card.code for place in (picture.centre, *picture.seats) for card in place.cards]
        assert shown == [card.code for card in board.open_cards]
        for seat, place in zip(board.seats, picture.seats, strict=True):
            assert place.has_won == seat.is_winner
            assert place.hidden == sum(not card.is_open for card in seat.cards)
            assert all(translate(amount.text, catalogue) in place.amount for amount in seat.amounts)
