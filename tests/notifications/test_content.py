"""The question in a notification, in every game: the same for any hidden cards, and never a card."""

import re

from django.utils import translation

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.notifications.content import describe_questions
from games.notifications.last_moves import LENGTH, describe_last_move
from games.tables.labels import list_seat_lines
from games.tables.models import Position
from tests.contract.subject import subject
from tests.every_game import every_game
from tests.matches import SHORT, fresh, running, seat, state, turn, waiting

POSITIONS = 25
LINE = 80  # characters


@every_game
def test_a_question_in_words_depends_on_nothing_hidden(slug, alice, bob, crew):
    """Others may read the chat room, so it contains nothing that only the player knows."""
    table = running(slug, *crew, **SHORT.get(slug, {}))
    rng, sentences = Rng(b"words", slug), set()
    title, about = registry.get_game(slug), subject(slug)
    for _ in range(POSITIONS):
        seats = waiting(table)
        if not seats:
            break
        at = rng.choice(seats)
        words = both(at)
        sentences.add(words["en"])
        frame = Position.objects.get(table=table).frame
        other = about.reshuffle(state(table), None, rng)
        Position.objects.filter(table=table).update(frame=dump_canonical(to_json(other)))
        assert both(at) == words
        Position.objects.filter(table=table).update(frame=frame)
        turn(table, seat(table, at.number), rng)
    assert sentences
    deck = title.metadata.deck
    names = [symbol.name.en for symbol in (*deck.suits.values(), *deck.special_cards.values())]
    for line in sentences:
        assert 0 < len(line) < LINE
        assert not re.search(r"<|&\w+;", line)
        assert not set(line.split()) & set(deck.suited()), line
        assert not any(name in line.lower() for name in names), line


@every_game
def test_what_another_did_last_names_no_card_and_is_public(slug, alice, bob, crew):
    """Mail and push pass through other companies: they say what a spectator sees, and instead of shown cards only that
    a player has moved.
    """
    table = running(slug, *crew, **SHORT.get(slug, {}))
    rng, sentences, deck = Rng(b"last", slug), set(), registry.get_game(slug).metadata.deck
    codes, names = (
        set(deck.suited()),
        [symbol.name.en for symbol in (*deck.suits.values(), *deck.special_cards.values())],
    )
    for _ in range(POSITIONS):
        seats = waiting(table)
        if not seats:
            break
        turn(table, rng.choice(seats), rng)
        table = fresh(table)
        for at in table.seats.all():
            with translation.override("en"):
                sentences.add(describe_last_move(table, at.number, list_seat_lines(table.seats.all(), None)))
    assert len(sentences) > 1
    for line in sentences - {""}:
        assert len(line) <= LENGTH
        assert not re.search(r"<|&\w+;", line)
        assert not set(line.replace(".", "").split()) & codes, line
        assert not any(re.search(rf"\b{re.escape(name)}\b", line.lower()) for name in names), line


def both(at) -> dict[str, str]:
    descriptions = {}
    for language in ("en", "ja"):
        with translation.override(language):
            descriptions[language] = describe_questions({at.table_id: at})[at.table_id]
    return descriptions
