"""Rendering of the games' templates to HTML, from views, legal moves, names and language."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from games.engine.deck import Deck
from games.rendering.cards import AVATARS, CardRenderer
from games.rendering.jinja_env import create_game_environment, create_shared_environment
from games.rendering.log_lines import LogContent


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
        macro = _macro(self.get_environment(game_slug, language), part, part)
        return Markup(macro(**{name: values[name] for name in macro.arguments if name in values}))

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
