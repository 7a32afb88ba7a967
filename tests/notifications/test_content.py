"""What a notice asks, in every title: the same whatever is hidden, and never a card."""

import re

from django.utils import translation

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.notifications.content import describe_questions
from games.tables.models import Position
from tests.contract.subject import subject
from tests.every_game import every_game
from tests.matches import SHORT, running, seat, state, turn, waiting

POSITIONS = 25
LINE = 80  # characters


@every_game
def test_a_question_in_words_depends_on_nothing_hidden(slug, alice, bob, crew):
    """A chat may read along, so not even on what the person who is asked knows alone."""
    table = running(slug, *crew, **SHORT.get(slug, {}))
    rng, said = Rng(b"words", slug), set()
    title, about = registry.get_game(slug), subject(slug)
    for _ in range(POSITIONS):
        asked = waiting(table)
        if not asked:
            break
        at = rng.choice(asked)
        words = both(at)
        said.add(words["en"])
        frame = Position.objects.get(table=table).frame
        other = about.reshuffle(state(table), None, rng)
        Position.objects.filter(table=table).update(frame=dump_canonical(to_json(other)))
        assert both(at) == words
        Position.objects.filter(table=table).update(frame=frame)
        turn(table, seat(table, at.number), rng)
    assert said
    deck = title.metadata.deck
    names = [one.name.en for one in (*deck.suits.values(), *deck.special_cards.values())]
    for line in said:
        assert 0 < len(line) < LINE
        assert not re.search(r"<|&\w+;", line)
        assert not set(line.split()) & set(deck.suited()), line
        assert not any(name in line.lower() for name in names), line


def both(at) -> dict[str, str]:
    found = {}
    for language in ("en", "ja"):
        with translation.override(language):
            found[language] = describe_questions({at.table_id: at})[at.table_id]
    return found
