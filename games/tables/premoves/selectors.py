"""Premoves as stored, and as shown to their owner."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.utils.html import strip_tags

from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame
from games.engine.premoves import Premove, PremoveOffer
from games.engine.serialization.canonical_json import parse_json
from games.engine.serialization.form_parsing import value_to_form
from games.tables.boards import BOARDS
from games.tables.models import Seat

# Cards are followed by their names for screen readers.
_FOR_EYES = re.compile(r'<span aria-hidden="true">.*?</span>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class StoredPremove:
    """A stored premove and the scope it is valid for (`PremoveRules.scope`)."""

    scope: str
    premove: Premove


@dataclass(frozen=True, slots=True)
class UsualPremove:
    """A common premove offered as a one-tap button; `fields` are its form fields."""

    premove: Premove
    about: str
    fields: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PremovePanel:
    """The premove panel of the hand form: current and possible premoves. `due`: a premove is about to answer."""

    filed: tuple[Premove, ...]
    usual: tuple[UsualPremove, ...]
    offers: tuple[PremoveOffer, ...]
    due: bool


def parse_premoves(game: AnyGame, body: str) -> tuple[StoredPremove, ...]:
    """Parse a stored row; empty if it was written in a format that no longer exists."""
    try:
        return (
            tuple(StoredPremove(entry["scope"], game.read_premove(entry["plan"])) for entry in parse_json(body))
            if body
            else ()
        )
    except (InvalidPayloadError, KeyError, TypeError):
        return ()


def describe_premove(slug: str, language: str, premove: Premove, view: Any) -> str:
    """Describe a premove as plain text."""
    label = BOARDS.render(slug, "premove_label", language, plan=premove, view=view)
    return " ".join(unescape(strip_tags(_FOR_EYES.sub("", label))).split())


def get_premove_panel(game: AnyGame, view: Any, seat: Seat) -> PremovePanel | None:
    """Return the panel for the person in this seat; None if there is nothing to plan or to cancel.

    No premoves are offered while the seat has an open question.
    """
    filed = tuple(entry.premove for entry in parse_premoves(game, seat.premoves_json))
    plans = game.premoves if seat.question_seq is None else None
    offers = tuple(plans.list_offers(view)) if plans else ()
    usual = _list_usual(plans.list_usual(view), offers) if plans else ()
    return PremovePanel(filed, usual, offers, seat.has_due_premove) if filed or offers else None


def _list_usual(premoves: tuple[Premove, ...], offers: tuple[PremoveOffer, ...]) -> tuple[UsualPremove, ...]:
    about = {offer.make: offer.about for offer in offers}
    return tuple(UsualPremove(premove, about[type(premove)], value_to_form(premove)) for premove in premoves)
