"""What a page says of an analysis: how far it is, what was given away and where, and what the strong player thinks."""

from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Any

from django.utils.translation import get_language
from markupsafe import Markup

from games.catalog import registry
from games.engine.errors import InvalidPayloadError
from games.kit.rollouts import MIN_ERRORS
from games.rendering.advice import AdviceText, in_units, label_move, write_advice
from games.replays.analysis.rating import adviser_version, read_advice
from games.replays.analysis.services import MAX_DECISIONS, can_be_analysed
from games.replays.models import Analysis
from games.tables.access import TableAccess
from games.tables.errors import NotFoundError
from games.tables.labels import list_seat_lines, localize_text
from games.tables.models import Table
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.templatetags.game_templates import BOARDS

COSTLIEST = 5  # decisions that are told of in words
BAR, HEIGHT = 10, 60  # of the drawing: how wide a decision's part is, how high the costliest


@dataclass(frozen=True, slots=True)
class AnalysedDecision:
    """A decision, the `number`-th one, and what it gave away; `kept` as `rating.rate_decision` has it."""

    number: int
    kept: dict[str, Any]

    @property
    def seq(self) -> int:
        return int(self.kept["seq"])

    @property
    def n(self) -> int:
        """The position in which it was taken."""
        return self.seq - 1

    @property
    def is_rated(self) -> bool:
        return "ratings" in self.kept

    @property
    def cost(self) -> int:
        return int(self.kept.get("cost", 0))

    @property
    def error(self) -> int:
        return int(self.kept.get("error", 0))

    @property
    def is_sure(self) -> bool:
        """Whether it gave something away, by more than chance would make of it."""
        return self.cost > MIN_ERRORS * self.error

    @property
    def cost_text(self) -> str:
        return in_units(self.cost)

    @property
    def error_text(self) -> str:
        return in_units(self.error)


@dataclass(frozen=True, slots=True)
class ExplainedDecision:
    """One in words: `mine` is what was done, `advice` what `shared/advice.jinja` says of it."""

    decision: AnalysedDecision
    mine: Markup
    advice: AdviceText

    @property
    def seq(self) -> int:
        return self.decision.seq

    @property
    def is_sure(self) -> bool:
        return self.decision.is_sure

    @property
    def is_best(self) -> bool:
        return self.decision.kept["mine"] == 0


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
    """A seat's analysis, for whoever may see the replay. `row` is None where nobody has asked for it."""

    access: TableAccess
    seat: int
    row: Analysis | None

    @property
    def id(self) -> str:
        return self.access.table.public_id

    @property
    def slug(self) -> str:
        return self.access.table.game_slug

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
        """Whether there is something to be made, for the first time or by today's bots."""
        return not self.is_under_way and can_be_analysed(self.access.table) and not (self.is_done and self.is_current)

    @property
    def is_current(self) -> bool:
        """Whether today's bots made it."""
        return self.row is not None and self.row.adviser_version == adviser_version(self.slug)

    @property
    def is_own(self) -> bool:
        return self.seat == self.access.seat_number

    @property
    def name(self) -> str:
        return list_seat_lines(self.access.seats, None)[self.seat].name

    @cached_property
    def seats(self) -> list[SeatChoice]:
        lines = list_seat_lines(self.access.seats, None)
        return [
            SeatChoice(number, lines[number].name, number == self.seat) for number in list_person_seats(self.access)
        ]

    @cached_property
    def decisions(self) -> list[AnalysedDecision]:
        kept = self.row.decisions if self.row else []
        return [AnalysedDecision(number, one) for number, one in enumerate(kept, 1)]

    @property
    def total(self) -> int | None:
        """How many there are to look at; None while that is not known."""
        return self.row.total if self.row else None

    @property
    def is_cut(self) -> bool:
        """Whether the match goes on after the last that was looked at."""
        return self.total == MAX_DECISIONS

    @property
    def rated(self) -> int:
        return sum(one.is_rated for one in self.decisions)

    @property
    def as_good(self) -> int:
        """How many gave nothing away, as far as one can tell."""
        return sum(one.is_rated and not one.is_sure for one in self.decisions)

    @cached_property
    def given_away(self) -> tuple[str, str]:
        """All that was surely given away, and the error of that."""
        sure = [one for one in self.decisions if one.is_sure]
        return in_units(sum(one.cost for one in sure)), in_units(isqrt(sum(one.error**2 for one in sure)))

    @cached_property
    def costliest(self) -> list[ExplainedDecision]:
        """The surest first of what cost most: what a decision cost at least, as far as one can tell, decides."""
        order = sorted(self.decisions, key=lambda one: (one.error - one.cost, one.seq))
        found = [explain(self.access, self.seat, one) for one in order if one.cost][:COSTLIEST]
        return [one for one in found if one is not None]

    @cached_property
    def bars(self) -> list[Bar]:
        most = max((one.cost for one in self.decisions), default=0) or 1
        heights = [max(1, HEIGHT * one.cost // most) for one in self.decisions]
        return [
            Bar(one, BAR * at, HEIGHT - height, height)
            for at, (one, height) in enumerate(zip(self.decisions, heights, strict=True))
        ]

    @property
    def bars_width(self) -> int:
        return BAR * len(self.decisions)

    @property
    def positions(self) -> list[int]:
        """Those in which a decision was taken that is rated, for scripts."""
        return [one.n for one in self.decisions if one.is_rated]

    def get_decision_at(self, n: int) -> ExplainedDecision | None:
        """The one that was taken in position `n`."""
        found = next((one for one in self.decisions if one.n == n and one.is_rated), None)
        return None if found is None else explain(self.access, self.seat, found)


def get_analysis_page(access: TableAccess, seat: int) -> AnalysisPage:
    """1 query. Raises NotFoundError where there is no such seat."""
    if not 0 <= seat < len(access.seats):
        raise NotFoundError("no-such-seat")
    return AnalysisPage(access, seat, Analysis.objects.filter(table=access.table.pk, seat=seat).first())


def list_person_seats(access: TableAccess) -> list[int]:
    """The seats in which somebody could decide."""
    return [seat.number for seat in access.seats if not seat.is_bot_of_its_own]


def get_first_seat(access: TableAccess) -> int | None:
    """The reader's own, else the first of a person; None: bots played alone."""
    if access.own_seat is not None:
        return access.own_seat.number
    return next(iter(list_person_seats(access)), None)


def explain(access: TableAccess, seat: int, decision: AnalysedDecision) -> ExplainedDecision | None:
    """A rated decision in words, from what the seat knew then. 1 query for a table whose record was not read yet."""
    view = _get_view(access.table, seat, decision.n)
    if view is None or not decision.is_rated:
        return None
    game = registry.get_game(access.table.game_slug)
    try:
        advice, mine = read_advice(game, decision.kept)
    except InvalidPayloadError:  # kept by another version
        return None
    label = label_move(BOARDS, game.metadata.slug, get_language() or "", view)
    unit = localize_text(game.metadata.unit)
    return ExplainedDecision(decision, label(mine), write_advice(advice, label, unit, mine))


def _get_view(table: Table, seat: int, n: int) -> Any:
    frame = get_snapshot_at(table, n)
    return None if frame is None else registry.get_game(table.game_slug).read_view(frame, seat)
