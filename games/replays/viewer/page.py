"""Everything around the position that is looked at: the ways through the match, its key moments and chart."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalog import registry
from games.engine.metadata import Meta
from games.replays.viewer.key_moments import MomentShown, moments_shown
from games.replays.viewer.log import LOG_EVENTS
from games.replays.viewer.navigation import Chapters, Decisions, Way, ways_from
from games.replays.viewer.perspective import Eyes, Look
from games.replays.viewer.score_chart import Chart, chart
from games.tables.labels import in_language, seat_lines
from games.tables.url_templates import gapped

TRACK = 1000  # wide
SHOWN = (
    "id", "path", "slug", "title_name", "live", "n", "first", "last", "everything", "eyes", "seen_by", "ended_at",
    "turns", "brought", "chapters", "chart", "moments", "query", "kept", "spoilers", "textual", "choices", "ways",
    "track", "data",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """Eyes to choose."""

    id: str
    name: str
    address: str
    chosen: bool


@dataclass(frozen=True)
class Replay:
    """The viewer at position `n`. `everything`: nothing that comes later is hidden. Templates are given `shown`."""

    look: Look
    n: int
    everything: bool

    @property
    def shown(self) -> dict[str, Any]:
        """Values only: nothing that leads to the table as it is kept."""
        return {name: getattr(self, name) for name in SHOWN}

    @property
    def id(self) -> str:
        return self.look.access.table.public_id

    @cached_property
    def path(self) -> str:
        """Positions' addresses begin with it."""
        return reverse("replays:replay", args=(self.id,))

    @property
    def slug(self) -> str:
        return self.look.access.table.title

    @property
    def meta(self) -> Meta:
        return registry.title(self.slug).meta

    @property
    def title_name(self) -> str:
        return in_language(self.meta.name)

    @property
    def live(self) -> bool:
        return self.look.live

    @property
    def brought(self) -> bool:
        """Whether somebody has brought it along from elsewhere."""
        return self.look.access.table.pk is None

    @property
    def eyes(self) -> Eyes:
        return self.look.eyes

    @property
    def first(self) -> int:
        return self.look.first

    @property
    def last(self) -> int:
        return self.look.last

    @property
    def ended_at(self) -> datetime | None:
        return self.look.access.table.ended_at

    @property
    def seen_by(self) -> str:
        return "" if self.eyes.seat is None else self.names[self.eyes.seat]

    @property
    def turns(self) -> str:
        return self.look.outline.turns

    @cached_property
    def names(self) -> list[str]:
        return [line.name for line in seat_lines(self.look.access.seats, None)]

    @cached_property
    def chapters(self) -> Chapters:
        return Chapters(in_language(self.meta.chapter.name), self.look.outline.chapters, self.n)

    @cached_property
    def chart(self) -> Chart | None:
        return chart(self.look.access, self.look.outline, self.n)

    @cached_property
    def moments(self) -> list[MomentShown]:
        return moments_shown(self.meta, self.look.outline, self.names, self.last if self.everything else self.n)

    @property
    def query(self) -> str:
        """What every address of this viewer ends with."""
        return _query(self.eyes, self.everything)

    @property
    def kept(self) -> list[tuple[str, object]]:
        """The same for a form."""
        return list(_kept(self.eyes, self.everything).items())

    @property
    def spoilers(self) -> str:
        """The other way round: with what comes later, or without."""
        return f"{self._at(self.n)}{_query(self.eyes, not self.everything)}"

    @property
    def textual(self) -> str:
        return "" if self.live else f"{reverse('replays:replay_text', args=(self.id,))}{_query(self.eyes, False)}"

    @property
    def log_pages(self) -> str:
        """The address that lacks a page of the log."""
        return f"{self._at(self.n)}{self.query}{'&' if self.query else '?'}"

    @property
    def choices(self) -> list[Choice]:
        eyes = [("none", _("a spectator"), Eyes()), ("open", _("everything open"), Eyes(open=True))]
        eyes[1:1] = [(str(seat), name, Eyes(seat)) for seat, name in enumerate(self.names)]
        at = self._at(self.n)
        return [Choice(name, says, f"{at}{_query(one, self.everything)}", one == self.eyes) for name, says, one in eyes]

    @cached_property
    def ways(self) -> dict[str, Way]:
        decisions = Decisions(self.turns, self.first, self.n, self.eyes.seat)
        return ways_from(
            self.n, self.first, self.last, self.chapters, decisions, lambda to: f"{self._at(to)}{self.query}"
        )

    @property
    def track(self) -> dict[str, str]:
        """Marks along the slider."""
        begins = [f"M{self._across(n)} 0V14" for n in self.chapters.begins]
        moments = [f"M{self._across(one.n)} 7h0" for one in self.moments if one.marked]
        return {"chapters": "".join(begins), "moments": "".join(moments)}

    @property
    def data(self) -> str:
        """What scripts need to know."""
        return json.dumps({
            "path": self.path, "at": gapped("replays:replay_at", self.id, "{n}"),
            "step": gapped("replays:replay_step", self.id, "{n}", self.look.key),
            "log": gapped("replays:replay_log", self.id, "{n}", self.look.key), "query": self.query,
            "eyes": self.eyes.query, "seat": self.eyes.seat, "first": self.first, "last": self.last, "n": self.n,
            "turns": self.turns, "chapters": self.chapters.begins, "names": self.names,
            "everything": self.everything, "logEvents": LOG_EVENTS,
        })  # fmt: skip

    def _at(self, n: int) -> str:
        return f"{self.path}{n}/"

    def _across(self, n: int) -> int:
        return round(TRACK * (n - self.first) / max(1, self.last - self.first))


def _kept(eyes: Eyes, everything: bool) -> dict[str, object]:
    return eyes.asked | ({"all": 1} if everything else {})


def _query(eyes: Eyes, everything: bool) -> str:
    kept = _kept(eyes, everything)
    return f"?{urlencode(kept)}" if kept else ""
