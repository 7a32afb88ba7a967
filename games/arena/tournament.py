"""Tournaments: which players meet with which options, and their matches, with seats and deals balanced."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.arena.match import MatchResult, play_match
from games.arena.players import list_players
from games.catalog import registry
from games.engine.errors import InvalidOptionsError
from games.engine.game import AnyGame
from games.engine.metadata import GameMetadata, Option, Value

BOOLEAN_WORDS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class TournamentError(ValueError):
    """Invalid tournament settings; the message says why."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """One seat of level `level` against `other` in all other seats; each deal is played from every seat.

    `other` is "" at a table for one, where the house is the opponent.
    """

    game: AnyGame
    options: Mapping[str, Value]
    seats: int
    level: str
    other: str
    deals: int
    seed: int
    premove_policy: str = "none"  # one of `games.arena.match.PREMOVE_POLICIES`

    @property
    def matches(self) -> int:
        return self.deals * self.seats

    def levels(self, seat: int) -> tuple[str, ...]:
        """Return the levels by seat when the first level has `seat`."""
        return tuple(self.level if at == seat else self.other for at in range(self.seats))

    def play_matches(self, deals: Iterable[int] | None = None) -> Iterator[tuple[int, MatchResult]]:
        """Play the matches, all or those of some deals, and yield each with the first level's seat.

        Every seat plays the same cards.
        """
        for deal in range(self.deals) if deals is None else deals:
            key = hashlib.sha256(f"arena/{self.seed}/{deal}".encode()).digest()
            for seat in range(self.seats):
                yield seat, play_match(self.game, self.options, self.levels(seat), key, self.premove_policy)


def create_tournament(
    game_slug: str, level: str, other: str = "", *, matches: int, seats: int | None = None,
    options: Sequence[str] = (), seed: int = 0, planning: str = "none",
) -> Tournament:  # fmt: skip
    """Create a tournament from command-line arguments. Raises TournamentError.

    `options` are like "target_coins=24". `seats` defaults to the game's default; `matches` are rounded up, so that
    every deal is played from each seat.
    """
    if game_slug not in registry.list_metadata():
        raise TournamentError(f"no game {game_slug!r}; there are {_list(registry.list_metadata())}")
    game = registry.get_game(game_slug)
    values = parse_options(game.metadata, options)
    low, high = game.metadata.get_seat_range(values)
    seats = min(max(game.metadata.seats_default, low), high) if seats is None else seats
    if not low <= seats <= high:
        raise TournamentError(f"{game_slug} with these options is for {low} to {high} seats, not {seats}")
    if matches < 1:
        raise TournamentError("at least one match")
    _check_levels(game, level, other, seats)
    return Tournament(game, values, seats, level, other, -(-matches // seats), seed, planning)


def parse_options(meta: GameMetadata, options: Sequence[str]) -> dict[str, Value]:
    """Parse options like "track_debt=no" and fill in defaults. Raises TournamentError."""
    by_key = {option.key: option for option in meta.options}
    raw: dict[str, Value] = {}
    for text in options:
        key, equals, value = text.partition("=")
        if not equals or key not in by_key:
            raise TournamentError(f"{text!r} is no option=value of {meta.slug}; it has {_list(by_key)}")
        raw[key] = _value(by_key[key], value)
    try:
        return meta.clean_options(raw)
    except InvalidOptionsError as problem:
        raise TournamentError(f"option {problem.params['option']} does not go with the others") from None


def _value(option: Option, text: str) -> Value:
    by_text: dict[str, Value] = {str(choice): choice for choice in option.choices}
    if text in by_text:
        return by_text[text]
    if set(option.choices) == {False, True} and text.lower() in BOOLEAN_WORDS:
        return BOOLEAN_WORDS[text.lower()]
    if option.accepts(text):  # custom numbers
        return text
    raise TournamentError(f"{option.key} can't be {text!r}; it can be {_list(by_text)}")


def _check_levels(game: AnyGame, level: str, other: str, seats: int) -> None:
    if seats > 1 and not other:
        raise TournamentError("who plays in the other seats? Name a second level")
    if seats == 1 and other:
        raise TournamentError("a table for one has no other seats: name one level, the house is its opponent")
    for name in filter(None, (level, other)):
        if name not in list_players(game):
            raise TournamentError(f"{game.metadata.slug} has no bot {name!r}; it has {_list(list_players(game))}")


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
