"""The key moments of a match in words."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.metadata import GameMetadata
from games.replays.models import MatchSummary
from games.replays.summary import LEAD, OUT, SWING
from games.tables.labels import localize_text


@dataclass(frozen=True, slots=True)
class KeyMoment:
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


def list_key_moments(meta: GameMetadata, outline: MatchSummary, names: Sequence[str], until: int) -> list[KeyMoment]:
    """An outline's moments, for who knows of all up to position `until`."""
    words, moments = list_moment_names(meta), []
    for n, kind, seat in outline.key_moments:
        known_at, name = _known(outline, n, kind), "" if seat is None else names[seat]
        moments.append(
            KeyMoment(n, words.get(kind, kind), name, known_at, kind in (SWING, LEAD, OUT), known_at > until)
        )
    return moments


def _known(outline: MatchSummary, n: int, kind: str) -> int:
    """A lead and an end are what they are once the chapter is over, the largest gain once the match is."""
    if kind == SWING:
        return outline.end_seq
    if kind in (LEAD, OUT):
        after = bisect_right(outline.chapter_starts, n)
        return int([*outline.chapter_starts, outline.end_seq][after])
    return int(n)


def list_moment_names(meta: GameMetadata) -> dict[str, str]:
    """Key moments in a word or two."""
    house = {SWING: _("largest gain"), LEAD: _("takes the lead"), OUT: _("is out")}
    return {kind: localize_text(text) for kind, text in meta.moments.items()} | house
