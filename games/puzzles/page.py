"""The page of a puzzle: the position as its seat sees it, and the ratings once it is answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.engine.advice import Advice, read_advice
from games.engine.errors import IllegalMoveError, InvalidPayloadError
from games.engine.game import Legal, Move, Standing
from games.puzzles.models import Puzzle
from games.puzzles.moves import get_default_fields, list_moves, to_fields
from games.puzzles.position import PuzzlePosition
from games.rendering.advice import AdviceText, label_move, write_advice
from games.rendering.seats import READER, READER_AVATAR, SeatLine
from games.tables.boards import BOARDS
from games.tables.errors import BadRequestError, UnprocessableError
from games.tables.labels import localize_text

OTHER = "other"  # in URLs, a move that wasn't rated
MOST_ROWS = 6  # moves listed, in addition to the reader's own


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A rated move, in words, and how much it loses."""

    number: int
    label: Markup
    loss: Markup
    is_hidden: bool  # unless it is the reader's move


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """An answer; `number` is None for a move that wasn't rated."""

    number: int | None

    @property
    def verdict(self) -> str:
        return "unseen" if self.number is None else "right" if self.number == 0 else "wrong"

    @property
    def code(self) -> str:
        """The move as named in URLs."""
        return OTHER if self.number is None else str(self.number)


@dataclass(frozen=True)
class PuzzlePage:
    """The data of a puzzle's page. `choice` is the answer; None while the question is open.

    Templates get `template_values`.
    """

    puzzle: Puzzle
    choice: ChosenMove | None = None

    @property
    def template_values(self) -> dict[str, Any]:
        names = ("id", "day", "slug", "game_name", "view", "legal", "standing", "seat", "seats", "names")
        return {name: getattr(self, name) for name in (*names, "why", "rows", "data")}

    @property
    def id(self) -> str:
        return self.puzzle.public_id

    @property
    def day(self) -> date:
        return self.puzzle.day

    @property
    def seat(self) -> int:
        return self.puzzle.seat

    @property
    def view(self) -> Any:
        return self.position.view

    @property
    def legal(self) -> Legal[Move]:
        return self.position.legal

    @property
    def standing(self) -> Standing:
        return self.position.standing

    @cached_property
    def position(self) -> PuzzlePosition:
        return get_position(self.puzzle)

    @cached_property
    def advice(self) -> Advice[Move]:
        return read_advice(self.position.game.read_move, self.puzzle.advice)

    @property
    def slug(self) -> str:
        return self.puzzle.game_slug

    @property
    def game_name(self) -> str:
        return localize_text(self.position.game.metadata.name)

    @cached_property
    def seats(self) -> list[SeatLine]:
        return list_seats(self.position)

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.seats]

    @cached_property
    def text(self) -> AdviceText:
        label = label_move(BOARDS, self.slug, _language(), self.position.view)
        unit = localize_text(self.position.game.metadata.unit)
        return write_advice(self.advice, label, unit, limit=len(self.advice.ratings))

    @property
    def why(self) -> Markup:
        """The explanation of the best move."""
        return BOARDS.render_shared("advice", "advice", _language(), self.text)

    @property
    def rows(self) -> list[MoveRow]:
        chosen_number = self.choice.number if self.choice else None
        losses = [BOARDS.render_shared("advice", "loss", _language(), row, self.text.unit) for row in self.text.rows]
        return [
            MoveRow(number, row.label, loss.strip(), number >= MOST_ROWS and number != chosen_number)
            for number, (row, loss) in enumerate(zip(self.text.rows, losses, strict=True))
        ]

    def find_number(self, move: Move) -> int | None:
        """Return the index of the move among those rated, or None."""
        return self.position.find_move(move, [rating.move for rating in self.advice.ratings])

    @property
    def data(self) -> Mapping[str, Any]:
        """The data for judging an answer in the browser: for each move, the index of the equivalent rated one."""
        compared = [rating.move for rating in self.advice.ratings]
        moves = list_moves(self.legal) or compared
        return {
            "id": self.puzzle.public_id,
            "day": self.puzzle.day.isoformat(),
            "path": reverse("puzzles:list"),
            "isComplete": self.puzzle.is_complete,
            "moves": [{"number": self.find_number(move), "fields": to_fields(move)} for move in moves],
            "defaults": {move.type: get_default_fields(move) for move in moves},
        }


def get_position(puzzle: Puzzle) -> PuzzlePosition:
    return PuzzlePosition(puzzle.game_slug, puzzle.seat, puzzle.frame)


def choose_by_form(puzzle: Puzzle, form: Mapping[str, Sequence[str]]) -> ChosenMove:
    """Return the move selected in the form. Raises a ServiceError, like a table."""
    try:
        move = get_position(puzzle).parse_form(form)
    except IllegalMoveError as refusal:
        raise UnprocessableError(refusal.code, refusal.params, common=False) from None
    except InvalidPayloadError as problem:
        raise BadRequestError(problem.code, problem.params) from problem
    return ChosenMove(PuzzlePage(puzzle).find_number(move))


def read_choice(puzzle: Puzzle, code: str) -> ChosenMove | None:
    """Return the move for `ChosenMove.code`; None for anything else."""
    if code == OTHER:
        return ChosenMove(None)
    is_listed = code.isascii() and code.isdecimal() and len(code) < 4 and int(code) < len(puzzle.advice["ratings"])
    return ChosenMove(int(code)) if is_listed else None


def list_seats(position: PuzzlePosition) -> list[SeatLine]:
    """Return anonymous seats: the reader, and the others named by position."""
    other_names, me = _name_others(position.seats - 1), READER[_language()]
    lines = []
    for seat in range(position.seats):
        place = (seat - position.seat) % position.seats
        lines.append(SeatLine(
            number=seat, name=other_names[place - 1] if place else me, is_bot=False, level="", is_me=not place,
            is_to_act=seat in position.waiting, deadline=None, vacant=False, avatar="" if place else READER_AVATAR,
        ))  # fmt: skip
    return lines


def _name_others(count: int) -> list[str]:
    """Return names for this many other seats, clockwise from the reader's left."""
    if count == 1:
        return [_("Opponent")]
    if count == 2:
        return [_("West"), _("East")]
    if count == 3:
        return [_("West"), _("North"), _("East")]
    return [_("Player %(letter)s") % {"letter": chr(ord("A") + place)} for place in range(count)]


def _language() -> str:
    return (get_language() or "en")[:2]
