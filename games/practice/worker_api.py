"""The interface through which the worker's script calls Python: JSON in, JSON out, one match at a time.

A match is stored on the device as its `record`: setup, moves and, once it is over, the outcome.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from games.catalog import registry
from games.engine.chance import generate_server_seed
from games.engine.errors import EngineError
from games.engine.serialization.canonical_json import parse_json
from games.engine.serialization.form_parsing import move_from_form
from games.practice.match import ME, Match, Setup, new_setup
from games.practice.rendering import MatchRenderer, RulesAddresses

Plain = dict[str, Any]


class WorkerApi:
    """The requests of the page, by name.

    `addresses` are the URLs of static files, `rules` those of the rulebooks that the coach links to.
    """

    REQUESTS: ClassVar[tuple[str, ...]] = (
        "start", "resume", "submit_move", "take_back", "hint", "play_bot", "open_replay", "render_position",
    )  # fmt: skip

    def __init__(self, language: str, addresses: Mapping[str, str], rules: RulesAddresses) -> None:
        self._language, self._addresses, self._rules = language, addresses, rules
        self._screen: MatchRenderer | None = None

    @property
    def renderer(self) -> MatchRenderer:
        assert self._screen is not None, "no match has been started"
        return self._screen

    def start(self, title: str, seats: int, level: str) -> Plain:
        """Start a new match."""
        return self._begin(Match(new_setup(title, seats, level, generate_server_seed())), with_hand=True)

    def resume(self, record: Plain) -> Plain:
        """Resume a stored match."""
        return self._begin(replay_record(record), with_hand=True)

    def submit_move(self, form: list[list[str]], asked: int | None, seen: int) -> Plain:
        """Play the person's move, given as form fields. If it is illegal, return the reason and change nothing."""
        screen, fields = self.renderer, dict[str, list[str]]()
        for name, text in form:
            fields.setdefault(name, []).append(text)
        if asked is None or screen.match.questions.get(ME) != asked:
            return {"refusal": ""}
        try:
            screen.match.submit_move(ME, move_from_form(screen.match.game.moves, fields))
        except EngineError as problem:
            return {"refusal": screen.explain_error(problem)}
        return self._get_changes(seen, with_hand=True)

    def take_back(self, asked: int | None, seen: int) -> Plain:
        """Undo the person's last move, if that is still possible."""
        match = self.renderer.match
        if match.undoable_move is not None:
            match.take_back()
        return self._get_changes(seen, with_hand=True)

    def hint(self) -> Plain:
        """Return a hint of the strong bot on the open question."""
        return {"html": self.renderer.render_hint()}

    def play_bot(self, asked: int | None, seen: int) -> Plain:
        """Play the next bot's move, if one has a question. The hand is rendered only for a new question."""
        self.renderer.match.play_bot_move()
        present = self.renderer.match.questions.get(ME)
        return self._get_changes(seen, with_hand=present is None or present != asked)

    def open_replay(self, record: Plain) -> Plain:
        """Open a stored match as a replay, and return its number of positions and the start of each chapter."""
        match = replay_record(record)
        self._screen = self._draw(match)
        return self.describe_replay(match)

    def describe_replay(self, match: Match) -> Plain:
        """Return the number of positions, and where chapters start."""
        begins = match.game.metadata.chapter.start_happening
        chapters = [
            n
            for n, event in enumerate(match.events, 1)
            if any(addressed.happening.type == begins for addressed in event.happenings)
        ]
        name = match.game.metadata.chapter.name[self._language]
        return {"last": len(match.events), "chapters": chapters, "chapter": name}

    def render_position(self, n: int, everything: bool) -> Plain:
        """Render position `n` of the replay."""
        return {"html": self.renderer.render_position(n, everything=everything)}

    def _begin(self, match: Match, *, with_hand: bool) -> Plain:
        self._screen = screen = self._draw(match)
        return {
            **self._get_changes(0, with_hand=with_hand),
            "help": screen.render_part("help"),
            "keys": screen.render_part("keyboard_help"),
        }

    def _draw(self, match: Match) -> MatchRenderer:
        return MatchRenderer(match, self._language, self._addresses.__getitem__, self._rules)

    def _get_changes(self, seen_seq: int, *, with_hand: bool) -> Plain:
        """Return everything that has changed since event `seen_seq`."""
        screen, match = self.renderer, self.renderer.match
        return {
            "seq": len(match.events),
            "asked": match.questions.get(ME),
            "bots": any(seat != ME for seat in match.questions),
            "over": match.over,
            "zone": screen.render_board(seen_seq),
            "hand": screen.render_hand() if with_hand else None,
            "log": screen.render_log(seen_seq),
            "record": self._record(),
        }

    def _record(self) -> Plain:
        match, setup = self.renderer.match, self.renderer.match.setup
        return {
            "title": setup.slug, "seats": setup.seats, "level": setup.level, "options": dict(setup.options),
            "seed": setup.seed.hex(), "decisions": match.decisions,
            "outcome": self.renderer.describe_outcome() if match.over else "",
        }  # fmt: skip


def replay_record(record: Plain) -> Match:
    """Replay a match from its record. Raises EngineError or KeyError if the current rules can't play it."""
    match = Match(read_setup(record))
    match.replay([(seat, move) for seat, move in record["decisions"]])
    return match


def read_setup(record: Plain) -> Setup:
    """Read the setup of a stored match. Raises EngineError or KeyError."""
    options = registry.list_metadata()[record["title"]].clean_options(record["options"])
    return Setup(record["title"], record["seats"], record["level"], options, bytes.fromhex(record["seed"]))


_API: list[WorkerApi] = []


def open_api(language: str, addresses: str, rules: str, kind: type[WorkerApi] = WorkerApi) -> None:
    """Create the API. Must be called first. `addresses` and `rules` are JSON objects."""
    _API[:] = [kind(language, json.loads(addresses), RulesAddresses(**json.loads(rules)))]


def handle_request(question: str) -> str:
    """Call the method named by `ask` with the other keys of a JSON object, and return its result as JSON.

    Errors of the rules or of stored records are returned as `{"problem": …}`. Raises ValueError for an unknown name.
    """
    request = parse_json(question)
    name = request.pop("ask")
    if name not in _API[0].REQUESTS:
        raise ValueError(name)
    try:
        return json.dumps(getattr(_API[0], name)(**request))
    except (EngineError, KeyError) as problem:
        return json.dumps({"problem": str(problem)})
