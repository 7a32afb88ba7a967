"""The data of an analysis page: progress, losses and their places, and the strong bot's choices."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import isqrt
from typing import Any

from django.utils.translation import get_language
from markupsafe import Markup

from games.catalog import registry
from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import Json
from games.kit.rollouts import MIN_ERRORS
from games.rendering.advice import AdviceText, in_units, label_move, write_advice
from games.replays.analysis.rating import adviser_version, read_advice
from games.replays.analysis.services import MAX_DECISIONS, can_be_analysed
from games.replays.models import Analysis
from games.tables.access import TableAccess
from games.tables.boards import BOARDS
from games.tables.errors import NotFoundError
from games.tables.labels import list_seat_lines, localize_text
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.url_templates import make_url_template

COSTLIEST = 5  # decisions described in words
BAR, HEIGHT = 10, 60  # of the drawing: how wide a decision's part is, how high the costliest
MIN_BARS = 24  # that there is room for


@dataclass(frozen=True, slots=True)
class AnalysedDecision:
    """A decision, the `number`-th one, and what it gave away; `kept` as `rating.rate_decision` has it."""

    number: int
    stored: dict[str, Any]

    @property
    def seq(self) -> int:
        return int(self.stored["seq"])

    @property
    def n(self) -> int:
        """The position in which it was taken."""
        return self.seq - 1

    @property
    def chapter(self) -> int:
        return int(self.stored["chapter"])

    @property
    def is_rated(self) -> bool:
        return "ratings" in self.stored

    @property
    def cost(self) -> int:
        return int(self.stored.get("cost", 0))

    @property
    def error(self) -> int:
        return int(self.stored.get("error", 0))

    @property
    def is_sure(self) -> bool:
        """Return whether it lost something, beyond the margin of error."""
        return self.cost > MIN_ERRORS * self.error

    @property
    def cost_text(self) -> str:
        return in_units(self.cost)

    @property
    def error_text(self) -> str:
        return in_units(self.error)


@dataclass(frozen=True, slots=True)
class ExplainedDecision:
    """A decision explained in words.

    `mine` is the move made, `advice` the text of `shared/advice.jinja`, and `against_mine` compares the strong bot's
    choice with the move made.
    """

    decision: AnalysedDecision
    address: str
    who: str  # decided; "": the reader
    mine: Markup
    against_mine: AdviceText
    advice: AdviceText

    @property
    def seq(self) -> int:
        return self.decision.seq

    @property
    def is_sure(self) -> bool:
        return self.decision.is_sure


@dataclass(frozen=True, slots=True)
class Bar:
    """A decision in the drawing of them all: where it begins, and how high it is."""

    decision: AnalysedDecision
    x: int
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat that a person held."""

    number: int
    name: str
    is_chosen: bool


@dataclass(frozen=True)
class AnalysisPage:
    """Return a seat's analysis, for a reader who may see the replay. `row` is None if no one has asked for it.

    `names` are of all seats, `persons` those with decisions, `own_seat` the reader's. `read_frame` reads the state
    after an event, only for the view in it: templates get no state.
    """

    id: str
    slug: str
    seat: int
    row: Analysis | None
    own_seat: int | None
    names: list[str]
    persons: list[int]
    is_possible: bool
    read_frame: Callable[[int], Json]

    @property
    def game_name(self) -> str:
        return localize_text(registry.get_game(self.slug).metadata.name)

    @property
    def unit(self) -> str:
        return localize_text(registry.get_game(self.slug).metadata.unit)

    @property
    def status(self) -> str:
        return self.row.status if self.row else ""

    @property
    def is_under_way(self) -> bool:
        return self.row is not None and self.row.is_under_way

    @property
    def is_done(self) -> bool:
        return self.status == Analysis.Status.DONE

    @property
    def can_ask(self) -> bool:
        """Return whether there is something to compute, for the first time or with today's bots."""
        return not self.is_under_way and self.is_possible and not (self.is_done and self.is_current)

    @property
    def is_current(self) -> bool:
        """Return whether today's bots made it."""
        return self.row is not None and self.row.adviser_version == adviser_version(self.slug)

    @property
    def is_own(self) -> bool:
        return self.seat == self.own_seat

    @property
    def name(self) -> str:
        return self.names[self.seat]

    @cached_property
    def seats(self) -> list[SeatChoice]:
        return [SeatChoice(number, self.names[number], number == self.seat) for number in self.persons]

    @cached_property
    def decisions(self) -> list[AnalysedDecision]:
        stored = self.row.decisions if self.row else []
        return [AnalysedDecision(number, analysis) for number, analysis in enumerate(stored, 1)]

    @property
    def total(self) -> int | None:
        """Return the number of decisions to analyse; None while unknown."""
        return self.row.total if self.row else None

    @property
    def is_cut(self) -> bool:
        """Return whether the match goes on after the last analysed decision."""
        return self.total == MAX_DECISIONS

    @property
    def rated(self) -> int:
        return sum(decision.is_rated for decision in self.decisions)

    @property
    def as_good(self) -> int:
        """Return how many decisions lost nothing, within the margin of error."""
        return sum(decision.is_rated and not decision.is_sure for decision in self.decisions)

    @cached_property
    def given_away(self) -> tuple[str, str]:
        """All that was surely given away, and the error of that."""
        sure = [decision for decision in self.decisions if decision.is_sure]
        return in_units(sum(decision.cost for decision in sure)), in_units(
            isqrt(sum(decision.error**2 for decision in sure))
        )

    @cached_property
    def costliest(self) -> list[ExplainedDecision]:
        """Sort by cost, with uncertain decisions last."""
        order = sorted(self.decisions, key=lambda decision: (not decision.is_sure, -decision.cost, decision.seq))
        costly = [decision for decision in order if decision.cost][:COSTLIEST]
        return [explained for decision in costly if (explained := self._explain(decision)) is not None]

    @cached_property
    def bars(self) -> list[Bar]:
        highest = max((decision.cost for decision in self.decisions), default=0) or 1
        heights = [max(1, HEIGHT * decision.cost // highest) for decision in self.decisions]
        return [
            Bar(decision, BAR * at, HEIGHT - height, height)
            for at, (decision, height) in enumerate(zip(self.decisions, heights, strict=True))
        ]

    @property
    def drawing_width(self) -> int:
        """Few bars aren't drawn wider for it."""
        return BAR * max(MIN_BARS, len(self.decisions))

    @property
    def chapter_name(self) -> str:
        """Return the game's name for its chapters, if it numbers them."""
        chapter = registry.get_game(self.slug).metadata.chapter
        return localize_text(chapter.name) if chapter.counter_field else ""

    @property
    def chapter_lines(self) -> str:
        """An SVG path: where a chapter's first decision begins."""
        pairs = enumerate(pairwise(self.decisions), 1)
        return "".join(
            f"M{BAR * at} 0V{HEIGHT + 4}" for at, (previous, decision) in pairs if previous.chapter != decision.chapter
        )

    def get_address(self, n: int) -> str:
        """Position `n` of the replay, through this seat's eyes."""
        return f"{self._position_template.replace('{n}', str(n))}?seat={self.seat}"

    @cached_property
    def _position_template(self) -> str:
        return make_url_template("replays:position", self.id, "{n}")

    @property
    def positions(self) -> list[int]:
        """Those in which a decision was taken that is rated, for scripts."""
        return [decision.n for decision in self.decisions if decision.is_rated]

    def get_decision_at(self, n: int) -> ExplainedDecision | None:
        """The one that was taken in position `n`."""
        decision = next((candidate for candidate in self.decisions if candidate.n == n and candidate.is_rated), None)
        return None if decision is None else self._explain(decision)

    def _explain(self, decision: AnalysedDecision) -> ExplainedDecision | None:
        """A rated decision in words, from what the seat knew then; None where another version's words can't be read. 1
        query for a table whose record was not read yet."""
        game, frame = registry.get_game(self.slug), self.read_frame(decision.n)
        if frame is None:
            return None
        try:
            advice, own_move = read_advice(game, decision.stored)
        except InvalidPayloadError:
            return None
        label = label_move(BOARDS, self.slug, get_language() or "", game.read_view(frame, self.seat))
        # The move made is compared with the strong bot's choice, even if a third one is second best.
        compared = replace(advice, ratings=(advice.ratings[0], *filter(None, [advice.rating_of(own_move)])))
        return ExplainedDecision(
            decision=decision,
            address=self.get_address(decision.n),
            who="" if self.is_own else self.name,
            mine=label(own_move),
            against_mine=write_advice(advice if own_move == advice.best else compared, label, self.unit, own_move),
            advice=write_advice(advice, label, self.unit, own_move),
        )


def get_analysis_page(access: TableAccess, seat: int) -> AnalysisPage:
    """1 query. Raises NotFoundError where there is no such seat."""
    if not 0 <= seat < len(access.seats):
        raise NotFoundError("no-such-seat")
    table = access.table
    return AnalysisPage(
        id=table.public_id,
        slug=table.game_slug,
        seat=seat,
        row=Analysis.objects.filter(table=table.pk, seat=seat).first(),
        own_seat=access.seat_number,
        names=[line.name for line in list_seat_lines(access.seats, None)],
        persons=list_person_seats(access),
        is_possible=can_be_analysed(table),
        read_frame=lambda n: get_snapshot_at(table, n),
    )


def list_person_seats(access: TableAccess) -> list[int]:
    """Return the seats with decisions."""
    return [seat.number for seat in access.seats if not seat.is_bot_of_its_own]


def get_first_seat(access: TableAccess) -> int | None:
    """The reader's own, else the first of a person; None: bots played alone."""
    if access.own_seat is not None:
        return access.own_seat.number
    return next(iter(list_person_seats(access)), None)
