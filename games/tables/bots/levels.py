"""Bot levels: which may be chosen where, and their description by stars and measured win rates."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.arena.strength import Strength, find_strength, list_levels
from games.catalog import registry
from games.catalog.registry import GameMetadata, Value
from games.engine.game import Game
from games.engine.metadata import QUICK
from games.tables.errors import UnprocessableError
from games.tables.labels import level_name

STARS = (*Game.LEVELS, *Game.MORE_LEVELS)  # a level has as many stars as its position here


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """A level to choose: code, name, stars, and a sentence about its strength ("" if not measured)."""

    code: str
    name: str
    stars: int
    sentence: str

    @property
    def of(self) -> int:
        """The maximum number of stars."""
        return len(STARS)

    @property
    def star_marks(self) -> str:
        return "★" * self.stars + "☆" * (self.of - self.stars)

    @property
    def label(self) -> str:
        """The level as an option of a select: "normal ★★"."""
        return f"{self.name} {'★' * self.stars}".strip()


def list_level_choices(slug: str, seats: int, options: Mapping[str, Value]) -> list[LevelChoice]:
    """List the levels for a table with this number of seats, weakest first. No query."""
    return [_describe(slug, seats, options, level) for level in list_levels(slug, seats, options)]


def list_all_level_choices(meta: GameMetadata, options: Mapping[str, Value]) -> list[LevelChoice]:
    """List the levels a game offers for any number of seats, described for the default number."""
    seats = range(max(2, meta.seats_min), meta.seats_max + 1)
    offered = {level for n in seats for level in list_levels(meta.slug, n, options)}
    levels = registry.get_game(meta.slug).bots
    return [_describe(meta.slug, meta.seats_default, options, level) for level in levels if level in offered]


def list_quick_level_choices(meta: GameMetadata) -> list[LevelChoice]:
    """List the levels for a quick match."""
    preset = meta.get_preset(QUICK)
    options = meta.clean_options(dict(preset.options) if preset else {})
    return list_level_choices(meta.slug, (preset and preset.seats) or meta.seats_default, options)


def require_level(slug: str, seats: int, options: Mapping[str, Value], *levels: str) -> None:
    """Raise UnprocessableError for a level not offered at such a table."""
    if not set(levels) <= set(list_levels(slug, seats, options)):
        raise UnprocessableError("bad-option", {"option": "level"})


def _describe(slug: str, seats: int, options: Mapping[str, Value], level: str) -> LevelChoice:
    strength = find_strength(slug, seats, options, level)
    stars = STARS.index(level) + 1 if level in STARS else 0
    return LevelChoice(level, level_name(level), stars, _sentence(strength, seats, level) if strength else "")


def _sentence(strength: Strength, seats: int, level: str) -> str:
    """Describe how often the level wins against the one below; the lowest, how often lesson graduates beat it."""
    values = {
        "n": strength.percent, "equal": strength.equal, "others": strength.seats - 1,
        "other": level_name(strength.other),
    }  # fmt: skip
    if level != strength.player and strength.seats == 2:
        return _("Players who have done the lessons beat it in %(n)s of 100 matches.") % values
    if level != strength.player:
        return (
            _(
                "Players who have done the lessons win %(n)s of 100 matches against %(others)s of these "
                "(an equal opponent: %(equal)s)."
            )
            % values
        )
    if strength.seats == 2 == seats:
        return _("Beats %(other)s in %(n)s of 100 matches.") % values
    if strength.seats == 2:
        return _("At a table for two it beats %(other)s in %(n)s of 100 matches.") % values
    return (
        _("Against %(others)s of level %(other)s it wins %(n)s of 100 matches (an equal opponent: %(equal)s).") % values
    )
