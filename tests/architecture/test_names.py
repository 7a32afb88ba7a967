"""The house names no title: a seventh one changes nothing outside its folder."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.catalog import registry

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ("accounts", "config", "games", "locale", "templates")
TEXTS = (".py", ".html", ".jinja", ".js", ".css", ".svg", ".po", ".txt")
ITS_OWN = (*(ROOT / "games" / "catalog" / slug for slug in registry.list_metadata()), ROOT / "games" / "kit" / "decks")


def house_files() -> Iterator[Path]:
    for folder in HOUSE:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in TEXTS and not any(private in path.parents for private in ITS_OWN):
                yield path


def title_names() -> re.Pattern[str]:
    """Slugs and names as words, decks as they are called in templates."""
    metas = registry.list_metadata().values()
    words = {meta.slug for meta in metas} | {meta.name.en for meta in metas}
    japanese = {meta.name.ja for meta in metas}
    decks = {meta.deck.name for meta in metas if not meta.deck.sprite.startswith("decks/")}  # those are the house's
    either = [rf"\b(?:{_any(words)})\b", _any(japanese), rf"""["'](?:{_any(decks)})["']"""]
    return re.compile("|".join(either), re.IGNORECASE)


def _any(words: set[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words))


def test_the_house_names_no_title() -> None:
    names = title_names()
    mentions = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in house_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if names.search(line)
    ]
    assert mentions == []


@pytest.mark.parametrize(
    "line", ['if slug == "sdc":', ".crown-pile {", "SdC Poker", "GET9！の卓", 'card("WA", "storm")']
)
def test_names_are_seen(line: str) -> None:
    assert title_names().search(line)


def test_the_houses_files_are_found() -> None:
    paths = {path.relative_to(ROOT).as_posix() for path in house_files()}
    assert {"games/catalog/registry.py", "templates/base.html", "config/static/site/cards.css"} <= paths
