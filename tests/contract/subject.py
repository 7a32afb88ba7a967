"""What a contract test is about: a title, ways to set it up, and what its own tests know of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import AddressedHappening, Game, Rules, State
from games.engine.metadata import Value

Setup = tuple[Mapping[str, Value], int]


@dataclass(frozen=True)
class Subject:
    """A title with the two support modules of `tests/catalog/<slug>/`: `play` and `hidden`."""

    title: Game
    setups: Sequence[Setup]  # options and seats, covering every option value
    check: Callable[[State], None]  # asserts that cards and chips are conserved
    reshuffle: Callable[[State, int | None, Rng], State]  # a world that seat cannot tell apart
    may_differ: Callable[[AddressedHappening], bool]  # the rules let this happening differ between such worlds
    leaks: Mapping[str, Callable[[Rules], Rules]] = field(default_factory=dict)
    look: int = 100  # the share of moments looked at, in percent: long matches need not be looked at so closely

    def with_rules(self, rules: Rules) -> "Subject":
        """The same subject, played by other (broken or leaking) rules."""
        return replace(self, title=replace(self.title, rules=rules))

    def options(self, setup: Setup) -> Mapping[str, Value]:
        return self.title.metadata.clean_options(setup[0])


def subject(slug: str) -> Subject:
    """The subject of a title of the catalogue. A title without the support modules fails here."""
    play = import_module(f"tests.catalog.{slug}.play")
    hidden = import_module(f"tests.catalog.{slug}.hidden")
    title = registry.get_game(slug)
    look = getattr(play, "LOOK", 100)
    return Subject(title, play.SETUPS, play.check, hidden.reshuffle, hidden.may_differ, hidden.LEAKS, look)


def slugs() -> list[str]:
    return list(registry.list_metadata())


def label(setup: Setup) -> str:
    """A setup as a test's name: `4-seats` or `4-seats target_coins=24`."""
    return " ".join([f"{setup[1]}-seats", *(f"{key}={value}" for key, value in setup[0].items())])
