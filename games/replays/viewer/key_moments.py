"""The key moments of a match in words."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.metadata import Meta
from games.replays.models import Outline
from games.replays.summary import LEAD, OUT, SWING
from games.tables.labels import in_language


@dataclass(frozen=True, slots=True)
class MomentShown:
    """A key moment; what it is stays hidden until position `known` and, if it is `secret`, that there is one.

    What follows from the scores is secret: a lead that no mark threatens any more is won.
    """

    n: int
    what: str
    who: str
    known: int
    secret: bool
    hidden: bool

    @property
    def marked(self) -> bool:
        return not (self.hidden and self.secret)


def moments_shown(meta: Meta, outline: Outline, names: Sequence[str], until: int) -> list[MomentShown]:
    """An outline's moments, for who knows of all up to position `until`."""
    words, shown = _kinds(meta), []
    for n, kind, seat in outline.moments:
        known, who = _known(outline, n, kind), "" if seat is None else names[seat]
        shown.append(MomentShown(n, words.get(kind, kind), who, known, kind in (SWING, LEAD, OUT), known > until))
    return shown


def _known(outline: Outline, n: int, kind: str) -> int:
    """A lead and an end are what they are once the chapter is over, the largest gain once the match is."""
    if kind == SWING:
        return outline.last
    if kind in (LEAD, OUT):
        after = bisect_right(outline.chapters, n)
        return int([*outline.chapters, outline.last][after])
    return int(n)


def _kinds(meta: Meta) -> dict[str, str]:
    """Key moments in a word or two."""
    house = {SWING: _("largest gain"), LEAD: _("takes the lead"), OUT: _("is out")}
    return {kind: in_language(text) for kind, text in meta.moments.items()} | house
