"""Plans as they are stored, and as their owner's page shows them."""

from dataclasses import dataclass
from typing import Any

from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame
from games.engine.premoves import Premove, PremoveOffer
from games.engine.serialization.canonical_json import parse_json
from games.tables.models import Seat


@dataclass(frozen=True, slots=True)
class StoredPremove:
    """A filed plan, and what it is for (`PremoveRules.scope`)."""

    scope: str
    premove: Premove


@dataclass(frozen=True, slots=True)
class PremovePanel:
    """What the tray shows of planning ahead: what is filed, what may be; `due`: a plan is about to answer."""

    filed: tuple[Premove, ...]
    offers: tuple[PremoveOffer, ...]
    due: bool


def parse_premoves(title: AnyGame, body: str) -> tuple[StoredPremove, ...]:
    """What a stored row says; nothing where it is of a shape that is no more."""
    try:
        return (
            tuple(StoredPremove(one["scope"], title.read_premove(one["plan"])) for one in parse_json(body))
            if body
            else ()
        )
    except (InvalidPayloadError, KeyError, TypeError):
        return ()


def get_premove_panel(title: AnyGame, view: Any, seat: Seat) -> PremovePanel | None:
    """For the person in that seat, with its view; None where there is nothing to be planned nor withdrawn.

    Who is asked answers; the next plan is offered afterwards.
    """
    filed = tuple(entry.premove for entry in parse_premoves(title, seat.premoves_json))
    offers = () if title.premoves is None or seat.question_seq is not None else tuple(title.premoves.list_offers(view))
    return PremovePanel(filed, offers, seat.has_due_premove) if filed or offers else None
