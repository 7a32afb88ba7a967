"""HTML of a practice match: what the site's pages show of a table, for the only person who plays."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from games.catalog import registry
from games.engine.errors import EngineError
from games.engine.game import Happening
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.practice.match import ME, Match
from games.practice.match_log import MatchLog
from games.rendering.advice import label_move, write_advice
from games.rendering.cards import AVATARS
from games.rendering.jinja_env import create_folder_environment
from games.rendering.log_lines import LogLine, RecentLog, find_board_clearing, get_last_actions
from games.rendering.paths import has_template
from games.rendering.recap import get_recap, list_results
from games.rendering.renderer import BoardRenderer
from games.rendering.results import list_result_rows
from games.rendering.seats import READER_AVATAR, SeatLine, bot_avatar, bot_name, name_in_sentence

HERE = Path(__file__).resolve().parent
MAX_PREVIOUS_RESULTS = 2


@dataclass(frozen=True, slots=True)
class PreviousBoard:
    """The table before it was cleared; `name` says what has ended."""

    seq: int
    name: str
    results: list[Markup]
    board: Markup


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """What decided the match, and its result, with a row for each seat."""

    why: Markup
    rows: list[Any]


@dataclass(frozen=True, slots=True)
class RulesAddresses:
    """URL templates of a game's rulebook and its sections, with placeholders `{slug}` and `{key}`."""

    book: str
    section: str


@dataclass(frozen=True, slots=True)
class RulesLinks:
    """The links in the coach of one game."""

    addresses: RulesAddresses
    slug: str

    def rules(self, section: str = "") -> str:
        anchor = f"#rules-{section}" if section else ""
        return self.addresses.book.replace("{slug}", self.slug) + anchor

    def rules_section(self, section: str) -> str:
        return self.addresses.section.replace("{slug}", self.slug).replace("{key}", section)


class MatchRenderer:
    """Renderer of one match in one language, from the view of one seat."""

    def __init__(
        self, match: Match, language: str, address: Callable[[str], str], rules: RulesAddresses, seat: int = ME
    ) -> None:
        self.match, self.language, self._seat = match, language, seat
        self._links = RulesLinks(rules, match.setup.slug)
        self._slug = match.setup.slug
        self._log = MatchLog(match, seat)
        self._boards = BoardRenderer(address, _no_clock, registry.get_deck)
        self._environment: Environment = create_folder_environment(HERE, language)
        self._environment.globals["avatars"] = lambda: address(AVATARS)
        self._person = str(self._macro("messages", "person"))
        self.names = [line.name for line in self._seats(in_sentence=True)]

    # --- Log

    def render_log(self, after: int = 0) -> str:
        """Render the log lines after that event, as list items."""
        lines = [line for line in self._log.lines() if line.seq > after]
        return "".join(f'<li data-seq="{line.seq}">{self._render_line(line)}</li>' for line in lines)

    def _render_line(self, line: LogLine) -> Markup:
        return self._boards.render_log_line(line.content, self._slug, self.language, self.names, self._seat)

    # --- The table

    def render_board(self, seen_seq: int) -> str:
        """Render the board and what surrounds it, for a person who has seen the table up to event `seen_seq`."""
        match, lines = self.match, self._log.lines()
        tail = self._log.get_recent(lines)
        since = get_recap(tail, ME, match.game.metadata.chapter)
        seats = self._add_last_actions(self._seats(waiting=match.questions), lines)
        return str(
            self._macro(
                "board", "board",
                seq=len(match.events), my_turn=ME in match.questions, over=match.over,
                can_take_back=match.undoable_move is not None, can_be_advised=self._can_be_advised(),
                waiting=[self.names[seat] for seat in match.questions if seat != ME],
                held=self._get_previous_board(tail, seen_seq), finished=self._get_outcome(),
                board=self._board(len(match.events), seats, result=match.over),
                since=since, render_line=self._render_line,
            )
        )  # fmt: skip

    def render_hand(self, refusal: EngineError | None = None) -> str:
        """Render the person's hand, with the form if there is a question."""
        view, legal = self._view(len(self.match.events)), self.match.game.rules.legal(self.match.state, ME)
        html = self._draw("hand", view=view, legal=legal or None, names=self.names, seat=ME)
        coach = self._draw("coach", view=view, legal=legal, web=self._links) if legal else ""
        question, over = self.match.questions.get(ME, ""), self.match.over
        advised = self._can_be_advised()
        form = self._macro(
            "hand_form", "hand_form", hand=html, coach=coach, asked=question, over=over, can_be_advised=advised
        )
        return str(form)

    def _can_be_advised(self) -> bool:
        game = self.match.game
        return game.adviser is not None and game.rules.legal(self.match.state, ME).is_choice

    def render_hint(self) -> str:
        """Render what the strong bot would do; "" if there is no choice."""
        advice = self.match.advise()
        if advice is None:
            return ""
        label = label_move(self._boards, self._slug, self.language, self._view(len(self.match.events)))
        text = write_advice(advice, label, self.match.game.metadata.unit[self.language])
        best = dump_canonical(to_json(advice.best))
        return str(self._boards.render_shared("hint", "shown", self.language, text, best))

    def explain_error(self, problem: EngineError) -> str:
        """Return a sentence that explains why a move was not accepted."""
        sentence = self._draw("illegal_move", code=problem.code, params=problem.params).strip()
        return str(sentence or self._macro("messages", "malformed", code=problem.code))

    def render_part(self, name: str) -> str:
        """Render the game's "help" or "keyboard_help"."""
        return str(self._draw(name))

    def render_position(self, n: int, *, everything: bool) -> str:
        """Render event `n` of a replay, with the table after it."""
        events = self.match.events
        lines = self._log.lines(n, everything=everything)
        seats = self._add_last_actions(self._seats(), lines)
        opened = list(events[n - 1].state.own) if everything else None
        view = self._view(n)
        hand = "" if everything else self._draw("hand", view=view, legal=None, names=self.names, seat=self._seat)
        last = n == len(events)
        return str(
            self._macro(
                "replay", "replay",
                line=self._render_line(lines[-1]) if lines and lines[-1].seq == n else "", hand=hand,
                finished=self._get_outcome() if last else None,
                board=self._board(n, seats, result=last, opened=opened),
            )
        )  # fmt: skip

    def describe_outcome(self) -> str:
        """Return the result for the person, in a few words for lists."""
        match = self.match
        standing, unit = match.game.rules.standing(match.state), match.game.metadata.unit[self.language]
        place, score, seats = standing.places[ME], standing.scores[ME], match.setup.seats
        if standing.house is not None:
            return str(self._macro("messages", "alone", won=not standing.house_won, score=score, unit=unit))
        return str(self._macro("messages", "outcome", place=place, seats=seats, score=score, unit=unit))

    # --- Parts

    def _view(self, n: int) -> Any:
        return self.match.game.view(self.match.events[n - 1].state, self._seat)

    def _board(self, n: int, seats: list[SeatLine], *, result: bool, opened: list[Any] | None = None) -> Markup:
        standing = self.match.game.rules.standing(self.match.events[n - 1].state)
        return self._draw(
            "table", view=self._view(n), names=self.names, seats=seats, seat=self._seat, open=opened,
            standing=standing, result=standing if result and self.match.over else None,
        )  # fmt: skip

    def _get_previous_board(self, tail: RecentLog, seen_seq: int) -> PreviousBoard | None:
        """Return the last moment before the table was cleared that the person hasn't seen."""
        chapter = self.match.game.metadata.chapter
        line = find_board_clearing(tail, chapter, seen_seq or tail.last_move_seq or tail.start_seq)
        if line is None:
            return None
        before = [other for other in tail.lines if other.seq <= line.seq]
        seats = self._add_last_actions(self._seats(), before[:-1])
        return PreviousBoard(
            seq=line.seq,
            name=next(
                chapter.clearing_happenings[happening.type][self.language]
                for happening in line.happenings
                if happening.type in chapter.clearing_happenings
            ),
            results=[self._render_line(result) for result in list_results(before, chapter)[:MAX_PREVIOUS_RESULTS]],
            board=self._board(line.seq - 1, seats, result=False),
        )

    def _get_outcome(self) -> MatchOutcome | None:
        match = self.match
        if not match.over:
            return None
        standing = match.game.rules.standing(match.state)
        why = self._draw("result_headline", view=self._view(len(match.events)), names=self.names, standing=standing)
        return MatchOutcome(why, list_result_rows(standing, self.names, [line.avatar for line in self._seats()]))

    def _seats(self, waiting: Any = (), *, in_sentence: bool = False) -> list[SeatLine]:
        """Return the seats; with `in_sentence`, names are in the form used in sentences."""
        language = self.language
        plain = [self._person if n == ME else bot_name(n, language) for n in range(self.match.setup.seats)]
        names = [
            name_in_sentence(name, language, is_me=n == ME) if in_sentence else name for n, name in enumerate(plain)
        ]
        return [
            SeatLine(
                number=n, name=name, is_bot=n != ME, level="" if n == ME else self.match.setup.level, is_me=n == ME,
                is_to_act=n in waiting, deadline=None, vacant=False, avatar=READER_AVATAR if n == ME else bot_avatar(n),
            )
            for n, name in enumerate(names)
        ]  # fmt: skip

    def _add_last_actions(self, seats: list[SeatLine], lines: list[LogLine]) -> list[SeatLine]:
        did = get_last_actions(lines, self.match.game.metadata.chapter, self._render_action)
        return [replace(line, last_action=did.get(line.number, "")) for line in seats]

    def _render_action(self, happening: Happening) -> Markup:
        return self._draw("last_action", h=happening).strip() if has_template(self._slug, "last_action") else Markup()

    def _draw(self, part: str, **values: Any) -> Markup:
        return self._boards.render(self._slug, part, self.language, **values)

    def _macro(self, file: str, name: str, **values: Any) -> Markup:
        macro = getattr(self._environment.get_template(f"{file}.jinja").module, name)
        return Markup(macro(**values))


def _no_clock(deadline: datetime) -> str:
    return ""
