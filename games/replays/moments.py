"""The key moments of a match in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.meta import Meta
from games.replays.outline import LEAD, OUT, SWING
from games.tables.names import in_language


@dataclass(frozen=True, slots=True)
class MomentShown:
    """A key moment; what it is stays hidden until one gets there."""

    n: int
    what: str
    who: str
    hidden: bool


def moments_shown(meta: Meta, moments: Sequence[Any], names: Sequence[str], known: int) -> list[MomentShown]:
    """An outline's moments; hidden are those after position `known`."""
    words = _kinds(meta)
    return [
        MomentShown(n, words.get(kind, kind), "" if seat is None else names[seat], n > known)
        for n, kind, seat in moments
    ]


def _kinds(meta: Meta) -> dict[str, str]:
    """Key moments in a word or two."""
    house = {SWING: _("largest gain"), LEAD: _("takes the lead"), OUT: _("is out")}
    return {kind: in_language(text) for kind, text in meta.moments.items()} | house
