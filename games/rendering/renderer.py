"""Rendering of the games' templates to HTML, from views, legal moves, names and language."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from games.catalog import registry
from games.engine.board import Board
from games.engine.deck import Deck
from games.rendering.board_words import BoardDescriber
from games.rendering.cards import AVATARS, CardRenderer
from games.rendering.in_words import WordedPart
from games.rendering.jinja_env import create_game_environment, create_shared_environment
from games.rendering.log_lines import LogContent
from games.rendering.seats import SeatLine, rotate_seats
from games.rendering.track import place_marks
from games.rendering.translations import load_game_translations


class BoardRenderer:
    """Renderer of the games' templates. Use one per process: each template is compiled once.

    `address` returns the URL of a static file, `clock` the HTML of the time left until a deadline, `deck` a deck by its
    name.
    """

    def __init__(
        self, address: Callable[[str], str], clock: Callable[[datetime], str], deck: Callable[[str], Deck]
    ) -> None:
        self._address = address
        self._clock = clock
        self._deck = deck
        self.get_environment = cache(self._create_environment)
        self.shared = cache(create_shared_environment)
        self.cards = cache(self._cards)

    def render(self, game_slug: str, part: str, language: str, **values: Any) -> Markup:
        """Render a game's "table", "hand" …: the macro `part` of `part`.jinja, with the values that it takes."""
        if part == "table" and (board := registry.build_board(game_slug, values["view"], values["open"])):
            return self.render_board(board, game_slug, language, values["seats"])
        macro = _macro(self.get_environment(game_slug, language), part, part)
        return Markup(macro(**{name: values[name] for name in macro.arguments if name in values}))

    def render_board(self, board: Board, game_slug: str, language: str, seats: Sequence[SeatLine]) -> Markup:
        """Render a board. `seats` are the people at it."""
        macro = _macro(self.get_environment(game_slug, language), "shared/board", "board")
        marks = place_marks(board.track) if board.track else []
        return Markup(macro(board, game_slug, seats, marks))

    def describe_board(
        self, board: Board, game_slug: str, language: str, seats: Sequence[SeatLine], *, has_hand: bool
    ) -> list[WordedPart]:
        """Describe a board in words, seats in the order of its drawing."""
        catalogue, card_name = load_game_translations(game_slug, language), self.cards(language).card_name
        describer = BoardDescriber(catalogue, language, card_name)
        return describer.describe(board, rotate_seats(seats, board.seat), has_hand=has_hand)

    def render_tray(self, game_slug: str, language: str, **values: Any) -> Markup:
        """Render the reader's hand, and below it the actions while they are asked (`legal`)."""
        hand = self.render(game_slug, "hand", language, **values)
        actions = self.render(game_slug, "actions", language, **values) if values["legal"] else ""
        return self.render_shared("tray", "tray", language, hand, actions)

    def render_shared(self, file: str, name: str, language: str, *values: Any) -> Markup:
        """Render the macro `name` of a file that all games share."""
        return Markup(_macro(self.shared(language), f"shared/{file}", name)(*values))

    def render_log_line(
        self, content: LogContent, game_slug: str, language: str, names: Sequence[str], seat: int | None
    ) -> Markup:
        """Render a log line in words, as `seat` sees it."""
        happenings = content.happenings
        sentences = [
            self.render(game_slug, "happening", language, h=h, names=names, seat=seat, told=happenings)
            for h in happenings
        ]
        return self.render_shared("log", "event", language, content, sentences, names).strip()

    def compile_templates(self, slugs: Collection[str], languages: Iterable[str]) -> None:
        """Compile all templates of these games, so that no one waits for it at a table."""
        for language in languages:
            _compile_templates(self.shared(language), "shared/")
            for slug in slugs:
                _compile_templates(self.get_environment(slug, language))

    def _create_environment(self, game_slug: str, language: str) -> Environment:
        """Create the environment of a game's templates."""
        environment = create_game_environment(game_slug, language)
        cards = self.cards(language)
        environment.globals |= {"card": cards.card, "card_back": cards.card_back, "card_name": cards.card_name}
        environment.globals["clock"] = self._clock
        environment.globals["avatars"] = lambda: self._address(AVATARS)
        return environment

    def _cards(self, language: str) -> CardRenderer:
        return CardRenderer(self.shared(language), language, self._deck, self._address)


def _macro(environment: Environment, file: str, name: str) -> Any:
    return getattr(environment.get_template(f"{file}.jinja").module, name)


def _compile_templates(environment: Environment, folder: str = "") -> None:
    """Compile the templates of a folder, and everything they import."""
    for name in environment.list_templates():
        if name.rpartition("/")[0] == folder.rstrip("/"):
            environment.get_template(name).module  # noqa: B018
