"""Plans as they are stored, and as their owner's page shows them."""

from dataclasses import dataclass
from typing import Any

from games.engine.errors import BadPayload
from games.engine.game import AnyTitle
from games.engine.premoves import Offer, Plan
from games.engine.serialization.canonical_json import parse
from games.tables.models import Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """A filed plan, and what it is for (`Plans.scope`)."""

    scope: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class PlanBox:
    """What the tray shows of planning ahead: what is filed, what may be; `due`: a plan is about to answer."""

    filed: tuple[Plan, ...]
    offers: tuple[Offer, ...]
    due: bool


def entries_in(title: AnyTitle, body: str) -> tuple[Entry, ...]:
    """What a stored row says; nothing where it is of a shape that is no more."""
    try:
        return tuple(Entry(one["scope"], title.read_plan(one["plan"])) for one in parse(body)) if body else ()
    except (BadPayload, KeyError, TypeError):
        return ()


def plan_box(title: AnyTitle, view: Any, seat: Seat) -> PlanBox | None:
    """For the person in that seat, with its view; None where there is nothing to be planned nor withdrawn.

    Who is asked answers; the next plan is offered afterwards.
    """
    filed = tuple(entry.plan for entry in entries_in(title, seat.planned))
    offers = () if title.plans is None or seat.asked is not None else tuple(title.plans.offered(view))
    return PlanBox(filed, offers, seat.planning) if filed or offers else None
