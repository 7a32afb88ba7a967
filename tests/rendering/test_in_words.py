"""A position in words contains everything its picture shows, in both languages, and nothing hidden from that seat."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from games.engine.chance import Rng
from games.engine.game import State
from games.rendering.cards import get_card_face
from games.rendering.in_words import WordedPart, read_in_words
from tests.contract.harness import match
from tests.contract.subject import Subject, slugs, subject
from tests.rendering.boards import LANGUAGES, Boards

EVERY = 25  # moments between two that are read
TO_DECIDE = {"en": "to decide", "ja": "考え中"}
FOLD = re.compile(r"<details(?![^>]* open).*?(<summary.*?</summary>).*?</details>", re.DOTALL)
SIGNS = re.compile(r"[\s、；：,;:.·+–]+")

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def moments(game: Subject) -> Iterator[tuple[State, int | None]]:
    """States of a match of every setup, each with the eyes of a spectator and of every seat."""
    for setup in game.setups:
        for number, moment in enumerate(match(game, setup, 0)):
            if number % EVERY == 0 or game.title.rules.over(moment.state):
                for seat in (None, *range(len(moment.state.own))):
                    yield moment.state, seat


def draw(game: Subject, state: State, seat: int | None, language: str) -> tuple[str, str]:
    boards = Boards(game.title)
    if seat is None or seat >= len(boards.seated(state)):
        return boards.table(state, None, language), ""
    view, names = game.title.view(state, seat), boards.seated(state)
    return boards.table(state, seat, language), boards.draw(
        "hand", language, view=view, legal=None, names=names, seat=seat
    )


def read(game: Subject, state: State, seat: int | None, language: str) -> list[WordedPart]:
    board, hand = draw(game, state, seat, language)
    return read_in_words(board, language, hand=hand, hand_name="HAND")


def join_parts(parts: list[WordedPart]) -> str:
    return " ".join(f"{part.name} {part.text}" for part in parts)


@both_languages
@pytest.mark.parametrize("slug", slugs())
def test_every_seat_and_every_open_card_is_named(slug: str, language: str) -> None:
    game, cards = subject(slug), 0
    deck = game.title.metadata.deck
    for state, seat in moments(game):
        parts, names = read(game, state, seat, language), Boards(game.title).seated(state)
        texts = {part.name: part.text for part in parts if part.is_seat}
        assert set(names) <= set(texts)
        assert len(texts) == sum(part.is_seat for part in parts)
        waiting = game.title.rules.waiting_on(state)
        assert {name for name in names if TO_DECIDE[language] in texts[name]} == {names[number] for number in waiting}
        board, hand = draw(game, state, seat, language)
        for code in set(re.findall(r'data-card="([^"]*)"', FOLD.sub(r"\1", board + hand))):
            assert get_card_face(code, deck, language).name in join_parts(parts)
            cards += 1
    assert cards > 20


class Shown(HTMLParser):
    """Return all drawn texts, except decorative ones and column headings."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts, self.open = list[str](), list[bool]()
        self.feed(FOLD.sub(r"\1", str(html)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag not in ("img", "input"):
            self.open.append(
                attributes.get("aria-hidden") == "true" or "hidden" in attributes or tag in ("svg", "thead")
            )

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.open) and SIGNS.sub("", data):
            self.texts.append(SIGNS.sub("", data))


@both_languages
@pytest.mark.parametrize("slug", slugs())
def test_nothing_of_the_picture_is_left_out(slug: str, language: str) -> None:
    game, count = subject(slug), 0
    for state, seat in moments(game):
        board, hand = draw(game, state, seat, language)
        words = SIGNS.sub("", join_parts(read(game, state, seat, language)))
        for text in Shown(board + hand).texts:
            assert text in words
            count += 1
    assert count > 300


@pytest.mark.parametrize("slug", slugs())
def test_what_those_eyes_cannot_see_makes_no_difference(slug: str) -> None:
    game, rng, different = subject(slug), Rng(b"worlds", "words"), 0
    for state, seat in moments(game):
        viewer = seat if seat is not None and seat < len(Boards(game.title).seated(state)) else None
        other = game.reshuffle(state, viewer, rng)
        different += other != state
        assert read(game, state, viewer, "en") == read(game, other, viewer, "en")
    assert different > 10


def test_hidden_cards_are_counted_and_own_ones_are_read_from_the_hand() -> None:
    board = (
        '<article class="seat seat--me"><header><span class="seat__name">Ada</span></header>'
        '<div class="cards"><span class="card card--back"><img alt="hidden card"></span></div></article>'
        '<article class="seat"><span class="seat__name">Ben</span><span class="badge">folded</span>'
        '<span class="card card--back"><img alt="hidden card"></span>'
        '<span class="card card--back"><img alt="hidden card"></span></article>'
        '<section class="centre" aria-label="Pot"><div class="pot"><span class="pot__label">Hand 1</span>'
        '<span class="chips">$20</span><svg><text>no</text></svg></div></section>'
    )
    assert read_in_words(board, "en", hand="<p>king, ace</p>", hand_name="Your hand") == [
        WordedPart("Ada", is_seat=True),
        WordedPart("Ben", is_seat=True, lines=["folded, hidden card ×2"]),
        WordedPart("Pot", lines=["Hand 1: $20"]),
        WordedPart("Your hand", lines=["king, ace"]),
    ]
    assert read_in_words(board, "ja")[0].lines == ["hidden card"]


def test_rows_of_a_table_name_their_columns() -> None:
    table = (
        '<section class="strip"><table><caption>Points</caption>'
        "<thead><tr><td></td><th>Round 1</th><th>Sum</th></tr></thead>"
        "<tbody><tr><th>Ada</th><td>4</td><td>9</td></tr><tr><th>Ben</th><td></td><td>0</td></tr></tbody></table></section>"
    )
    assert read_in_words(table, "en")[0].lines == ["Points", "Ada: Round 1: 4; Sum: 9", "Ben: Sum: 0"]
