"""The door through which the worker's script reaches Python: JSON in, JSON out, one match at a time.

What a match is kept as on the device is its `record`: setup, decisions and, once it is over, the outcome.
"""

import json
from collections.abc import Mapping
from typing import Any

from games.catalog import registry
from games.engine.chance import new_seed
from games.engine.errors import EngineError
from games.engine.serialization.canonical_json import parse
from games.engine.serialization.form_parsing import move_from_form
from games.practice.match import ME, Match, Setup, new_setup
from games.practice.rendering import Screen

Plain = dict[str, Any]


class Door:
    """What the page asks for, by name. `addresses` tells where the static files of cards are served."""

    def __init__(self, language: str, addresses: Mapping[str, str]) -> None:
        self._language, self._addresses = language, addresses
        self._screen: Screen | None = None

    @property
    def screen(self) -> Screen:
        assert self._screen is not None, "no match has been started"
        return self._screen

    def started(self, title: str, seats: int, level: str) -> Plain:
        """A new match, from the beginning."""
        return self._begun(Match(new_setup(title, seats, level, new_seed())), hand=True)

    def resumed(self, record: Plain) -> Plain:
        """A kept match, where it was left."""
        return self._begun(played(record), hand=True)

    def decided(self, form: list[list[str]], asked: int | None, seen: int) -> Plain:
        """The person's decision, from the fields of the form. A refusal says why, and changes nothing."""
        screen, fields = self.screen, dict[str, list[str]]()
        for name, text in form:
            fields.setdefault(name, []).append(text)
        if asked is None or screen.match.asked.get(ME) != asked:
            return {"refusal": ""}
        try:
            screen.match.decided(ME, move_from_form(screen.match.title.moves, fields))
        except EngineError as problem:
            return {"refusal": screen.refusal(problem)}
        return self._news(seen, hand=True)

    def bots(self, asked: int | None, seen: int) -> Plain:
        """The next bot's answer, if one is asked. The hand is drawn anew only for a new question."""
        self.screen.match.bot_decides()
        present = self.screen.match.asked.get(ME)
        return self._news(seen, hand=present is None or present != asked)

    def replayed(self, record: Plain) -> Plain:
        """A kept match to be stepped through: how many positions it has, and where its chapters begin."""
        match = played(record)
        self._screen = Screen(match, self._language, self._addresses.__getitem__)
        begins = match.title.meta.chapter.begins
        chapters = [n for n, one in enumerate(match.events, 1) if any(told.what.type == begins for told in one.told)]
        name = match.title.meta.chapter.name[self._language]
        return {"last": len(match.events), "chapters": chapters, "chapter": name}

    def at(self, n: int, everything: bool) -> Plain:
        """Position `n` of the match that is being replayed."""
        return {"html": self.screen.at(n, everything=everything)}

    def _begun(self, match: Match, *, hand: bool) -> Plain:
        self._screen = screen = Screen(match, self._language, self._addresses.__getitem__)
        return {**self._news(0, hand=hand), "help": screen.part("help"), "keys": screen.part("keys")}

    def _news(self, seen: int, *, hand: bool) -> Plain:
        """All that has changed since event `seen`."""
        screen, match = self.screen, self.screen.match
        return {
            "seq": len(match.events),
            "asked": match.asked.get(ME),
            "bots": any(seat != ME for seat in match.asked),
            "over": match.over,
            "zone": screen.zone(seen),
            "hand": screen.hand() if hand else None,
            "log": screen.log(seen),
            "record": self._record(),
        }

    def _record(self) -> Plain:
        match, setup = self.screen.match, self.screen.match.setup
        return {
            "title": setup.slug, "seats": setup.seats, "level": setup.level, "options": dict(setup.options),
            "seed": setup.seed.hex(), "decisions": match.decisions,
            "outcome": self.screen.outcome() if match.over else "",
        }  # fmt: skip


def played(record: Plain) -> Match:
    """A match as its record has it. Raises EngineError or KeyError where these rules can't play it."""
    options = registry.metas()[record["title"]].options_checked(record["options"])
    setup = Setup(record["title"], record["seats"], record["level"], options, bytes.fromhex(record["seed"]))
    match = Match(setup)
    match.replay([(seat, move) for seat, move in record["decisions"]])
    return match


_DOOR: list[Door] = []


def opened(language: str, addresses: str) -> None:
    """Comes first. `addresses` is a JSON object."""
    _DOOR[:] = [Door(language, json.loads(addresses))]


def answer(question: str) -> str:
    """`{"ask": name, …}` → what the door's method of that name answers; `{"problem": …}` where it can't."""
    asked = parse(question)
    name = asked.pop("ask")
    if name not in ("started", "resumed", "decided", "bots", "replayed", "at"):
        raise ValueError(name)
    try:
        return json.dumps(getattr(_DOOR[0], name)(**asked))
    except (EngineError, KeyError) as problem:
        return json.dumps({"problem": str(problem)})
