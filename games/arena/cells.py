"""The cells of the strength table: each game, for the seat numbers and options that matter, level against level."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.arena.players import LESSONS, RANDOM, list_players
from games.arena.tournament import Tournament, create_tournament, parse_options
from games.catalog import registry
from games.engine.game import AnyGame, Game
from games.engine.metadata import GameMetadata

BEGINNER = Game.LEVELS[0]


@dataclass(frozen=True, slots=True)
class Cell:
    """One player of `level` against `other` in all other seats (against the house at tables for one).

    `options` are those that differ from the game's defaults, like "mode=adjusted".
    """

    slug: str
    options: tuple[str, ...]
    seats: int
    level: str
    other: str

    @property
    def key(self) -> str:
        return " ".join((self.slug, *self.options, str(self.seats), self.level, self.other)).strip()

    def create_tournament(self, matches: int, seed: int) -> Tournament:
        return create_tournament(
            self.slug, self.level, self.other,
            matches=matches, seats=self.seats, options=self.options, seed=seed,
        )  # fmt: skip


def list_cells(slugs: Sequence[str]) -> list[Cell]:
    """List the cells of these games, in the order of the table."""
    return [
        Cell(slug, options, seats, level, other)
        for slug in slugs
        for options in list_option_sets(registry.list_metadata()[slug])
        for seats in list_seat_numbers(registry.list_metadata()[slug], options)
        for level, other in _list_pairs(registry.get_game(slug), seats)
    ]


def list_option_sets(meta: GameMetadata) -> list[tuple[str, ...]]:
    """List the default options, and each variant with its own seat numbers or its own rules for them."""
    modes = [option for option in meta.options if option.choice_seats]
    variants = [
        (f"{option.key}={choice}",) for option in modes for choice in option.choices if choice != option.default
    ]
    return [(), *variants]


def list_seat_numbers(meta: GameMetadata, options: Sequence[str]) -> list[int]:
    """Return the fewest, the default and the most seats."""
    low, high = meta.get_seat_range(parse_options(meta, options))
    return sorted({low, min(max(low, meta.seats_default), high), high})


def _list_pairs(game: AnyGame, seats: int) -> Iterator[tuple[str, str]]:
    """Yield neighboring levels, the strongest against the weakest, then the players that aren't levels.

    At a table for one, every player plays against the house.
    """
    levels = tuple(game.bots)
    if seats == 1:
        yield from ((player, "") for player in list_players(game))
        return
    yield from zip(levels[1:], levels, strict=False)
    if len(levels) > 2:
        yield levels[-1], levels[0]
    yield from ((player, BEGINNER) for player in (LESSONS, RANDOM) if player in list_players(game))
