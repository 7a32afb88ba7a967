"""Boards as tests draw them: without a site."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any

from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.game import AddressedHappening, Game, Happening, Move, State
from games.engine.metadata import Value
from games.engine.serialization.canonical_json import decode_tagged, parse_json
from games.rendering.renderer import BoardRenderer
from games.rendering.seats import SeatLine

BOARDS = BoardRenderer(address=lambda path: f"/static/{path}", clock=lambda deadline: "in time", deck=registry.get_deck)
LANGUAGES = ("en", "ja")
# The first isn't HTML.
NAMES = ("Ada <A>", "Ben", "Chi", "Dan", "Eve", "Fay", "Gil", "Hal", "Ivy", "Joe", "Kay", "Leo", "Mia", "Noa")
# A seat without information.
Line: Callable[..., SeatLine] = partial(
    SeatLine, is_bot=False, level="", is_me=False, is_to_act=False, deadline=None, vacant=False
)
JAPANESE = re.compile("[ぁ-ん]")


@dataclass(frozen=True)
class Boards:
    """The templates of one game, for people of these names."""

    game: Game
    names: Sequence[str] = NAMES

    def draw(self, part: str, language: str = "en", **values: Any) -> str:
        return BOARDS.render(self.game.metadata.slug, part, language, **values)

    def macro(self, file: str, name: str, language: str = "en") -> Any:
        environment = BOARDS.get_environment(self.game.metadata.slug, language)
        return getattr(environment.get_template(f"{file}.jinja").module, name)

    def table(self, state: State, seat: int | None, language: str = "en", **changes: Any) -> str:
        rules, names = self.game.rules, self.seated(state)
        waiting = rules.waiting_on(state)
        seats = [Line(number=i, name=name, is_me=i == seat, is_to_act=i in waiting) for i, name in enumerate(names)]
        context = {"view": self.game.view(state, seat), "names": names, "seats": seats, "seat": seat, "open": None}
        result = {"standing": rules.standing(state), "result": rules.over(state)}
        return self.draw("table", language, **(context | result | changes))

    def hand(self, state: State, seat: int, language: str = "en") -> str:
        view, legal = self.game.view(state, seat), self.game.rules.legal(state, seat)
        return self.draw("hand", language, view=view, legal=legal, names=self.seated(state), seat=seat)

    def sentence(
        self, addressed: AddressedHappening | Happening, language: str = "en", seat: int | None = None, **context: Any
    ) -> str:
        """Return the log's text for it."""
        happening = addressed.happening if isinstance(addressed, AddressedHappening) else addressed
        return text(self.draw("happening", language, h=happening, names=self.names, seat=seat, **context))

    def buttons(self, html: str) -> list[Move]:
        """Return the complete moves of buttons."""
        values = re.findall(r"name=\"move\" value='([^']*)'", html)
        return [decode_tagged(self.game.moves, parse_json(unescape(value))) for value in values]

    def seated(self, state: State) -> Sequence[str]:
        """The names of who sits there."""
        return self.names[: len(self.game.rules.standing(state).places)]


def random_match(
    game: Game, seats: int, seed: str, **options: Value
) -> Iterator[tuple[State, tuple[AddressedHappening, ...]]]:
    """Every state of a match of random players, with what led to it."""
    rules, house, rng = game.rules, Chance(seed.encode()), Rng(seed.encode(), "moves")
    cleaned = game.metadata.clean_options(options)
    state = rules.setup(cleaned, min(seats, game.metadata.get_seat_range(cleaned)[1]))
    while not rules.over(state):
        step = rules.advance(state, house)
        if step is None:
            seat = rng.choice(sorted(rules.waiting_on(state)))
            step = rules.apply(state, seat, rules.legal(state, seat).sample(rng))
        state = step.state
        yield state, step.happenings


def text(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def heard(html: str) -> str:
    """Return the screen reader text, without decorative elements."""
    return text(re.sub(r'<(svg|span)[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", html, flags=re.S))
