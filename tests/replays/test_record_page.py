"""docs/record.md describes everything in a record, so that a stranger can write a checker from it."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from games.catalog import registry
from games.replays.archive.export import RECORD_FORMAT_PATH
from games.replays.audit.rows import BODY_KEYS
from games.replays.imports.parser import _FIELDS
from games.tables.models import Event, Table
from tests.replays.random_records import random_record, setups
from tests.replays.rechaining import unfolded
from tests.replays.record_checker import verify, verify_record

Chance, ENDINGS, GAMES = verify_record.Chance, verify_record.ENDINGS, verify_record.GAMES
SLUGS = list(registry.list_metadata())


@cache
def page() -> str:
    return Path(RECORD_FORMAT_PATH).read_text()


def section(slug: str) -> str:
    """Return the page's section about one game."""
    parts = re.split(r"^##+ ", page(), flags=re.MULTILINE)
    (part_of_game,) = [part for part in parts if part.startswith(f"{slug}: ")]
    return part_of_game


def missing(names: Any, text: str) -> list[str]:
    """Return the names a text uses in unusual places."""
    return sorted(name for name in names if f"`{name}`" not in text)


def kinds_in(kind: Any) -> Iterator[Any]:
    """Every dataclass in the type of a state."""
    if isinstance(kind, type) and is_dataclass(kind):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from kinds_in(hint)
    for part in get_args(kind):
        yield from kinds_in(part)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_name_of_a_state_stands_in_it(slug):
    names = {field.name for kind in kinds_in(registry.get_game(slug).state_class) for field in fields(kind)}
    names -= {"public", "own", "hidden"}
    # Of a poker hand in words the page shows the object.
    names -= {"category", "ranks", "numbers", "stack"} if slug in ("dilemma", "lombard") else set()
    assert missing(names, section(slug)) == []
    assert missing(("public", "own", "hidden"), section(slug)) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_phase_stands_in_it(slug):
    public = get_type_hints(get_args(registry.get_game(slug).state_class)[0])
    assert missing(get_args(public["phase"]), section(slug)) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_move_and_happening_stands_in_it_with_all_its_parts(slug):
    title, text = registry.get_game(slug), section(slug)
    moves, listing = text.split("\nMoves")[1].split("\nHappenings:")[:2]
    listing = listing.split("\n\n")[0].replace("\n", " ")
    assert missing([move.type for move in title.moves], moves) == []
    assert missing({field.name for move in title.moves for field in fields(move)}, moves) == []
    for kind in title.happenings:
        (words,) = re.findall(rf"(?:^|; ) ?`{kind.type}`([^;]*)", listing.strip())
        assert missing({field.name for field in fields(kind)}, words) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_option_stands_in_it(slug):
    options = registry.get_game(slug).metadata.options
    assert missing({option.key for option in options}, section(slug)) == []
    texts = {value for option in options if not option.amounts for value in option.choices if isinstance(value, str)}
    assert [text for text in sorted(texts) if text not in section(slug)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_label_of_chance_stands_in_it(slug, monkeypatch):
    """Those that the checker asks for, in some matches of all options."""
    labels = set[str]()
    stream = Chance.numbers
    monkeypatch.setattr(Chance, "numbers", lambda self, label: labels.add(label) or stream(self, label))

    for number, (options, seats) in enumerate(setups(slug)[:3]):
        record = random_record(slug, options, seats, number)
        assert verify(record) is None
        assert verify(random_record(slug, options, seats, 50, of=record)) is None
    plain = {re.sub(r"split/\d+", "split/SEAT", re.sub(r"^([a-z]+)/\d+", r"\1/N", label)) for label in labels}
    assert missing(plain, page()) == []


def test_the_outer_names_stand_in_it():
    assert missing([*_FIELDS, *BODY_KEYS, "body", "frame", "keyframe", *GAMES], page()) == []
    assert missing([*Event.Kind.values, *Event.Cause.values], page()) == []
    ended = {Table.Status.FINISHED.value, Table.Status.VOIDED.value, Table.Status.ABANDONED.value}
    assert missing([*ENDINGS, *ENDINGS.values(), *ended], page()) == []


def test_what_the_house_writes_into_events_stands_in_it():
    options, seats = setups("sdc")[0]
    record = random_record("sdc", options, seats, 1)
    names = {name for event in unfolded(record)["events"] for name in event["body"]["data"]}
    assert missing(names, page()) == []


def test_a_name_left_out_would_be_seen():
    assert missing(["hand", "drawm"], section("crown")) == ["drawm"]
