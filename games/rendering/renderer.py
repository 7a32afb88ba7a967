"""Games' templates as HTML: functions of view, legal moves, names and language."""

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
    """Draws games' templates. One per process: each template is compiled once.

    `address` returns the address of a static file; `clock` draws the time left until a deadline; `deck` finds a deck
    by its name.
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

    def render(self, slug: str, part: str, language: str, **values: Any) -> Markup:
        """A game's "table", "hand" …: the macro `part` of `part`.jinja. It gets those of the values that it names."""
        macro = _macro(self.get_environment(slug, language), part, part)
        return Markup(macro(**{name: values[name] for name in macro.arguments if name in values}))

    def render_shared(self, file: str, name: str, language: str, *values: Any) -> Markup:
        """The macro `name` of a file that all games share."""
        return Markup(_macro(self.shared(language), f"shared/{file}", name)(*values))

    def render_log_line(
        self, said: LogContent, slug: str, language: str, names: Sequence[str], seat: int | None
    ) -> Markup:
        """A line of the log in plain words, for the eyes of `seat`."""
        told = said.happenings
        sentences = [self.render(slug, "happening", language, h=h, names=names, seat=seat, told=told) for h in told]
        return self.render_shared("log", "event", language, said, sentences, names).strip()

    def compile_templates(self, slugs: Collection[str], languages: Iterable[str]) -> None:
        """Compile all templates of these games, so that no one waits for it at a table."""
        for language in languages:
            _compile_templates(self.shared(language), "shared/")
            for slug in slugs:
                _compile_templates(self.get_environment(slug, language))

    def _create_environment(self, slug: str, language: str) -> Environment:
        """The environment of a game's templates."""
        made = create_game_environment(slug, language)
        cards = self.cards(language)
        made.globals |= {"card": cards.card, "card_back": cards.card_back, "card_name": cards.card_name}
        made.globals["clock"] = self._clock
        made.globals["avatars"] = lambda: self._address(AVATARS)
        return made

    def _cards(self, language: str) -> CardRenderer:
        return CardRenderer(self.shared(language), language, self._deck, self._address)


def _macro(environment: Environment, file: str, name: str) -> Any:
    return getattr(environment.get_template(f"{file}.jinja").module, name)


def _compile_templates(environment: Environment, folder: str = "") -> None:
    """Compile the templates of that folder, and their imports."""
    for name in environment.list_templates():
        if name.rpartition("/")[0] == folder.rstrip("/"):
            environment.get_template(name).module  # noqa: B018
