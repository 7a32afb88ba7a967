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
from games.engine.metadata import GameMetadata
from games.replays.viewer.key_moments import KeyMoment, list_key_moments
from games.replays.viewer.log import EVENTS_PER_PAGE
from games.replays.viewer.navigation import Chapters, Decisions, NavLink, build_nav_links
from games.replays.viewer.perspective import Perspective, Viewpoint
from games.replays.viewer.score_chart import Chart, build_chart
from games.tables.labels import list_seat_lines, localize_text
from games.tables.url_templates import make_url_template

TRACK = 1000  # wide
TEMPLATE_FIELDS = (
    "id", "path", "slug", "game_name", "live", "n", "first", "last", "everything", "viewpoint", "seen_by", "ended_at",
    "turns", "is_imported", "fails_check", "chapters", "chart", "moments", "query", "kept", "spoiler_toggle_url",
    "text_url", "choices", "guess_choices",
    "nav_links",
    "address",
    "track", "data",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PerspectiveChoice:
    """Eyes to choose."""

    id: str
    name: str
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class GuessChoice:
    """A seat whose decisions are to be guessed; `template` is the address with a gap for the position."""

    name: str
    address: str
    template: str
    is_own: bool


@dataclass(frozen=True)
class ReplayPage:
    """The viewer at position `n`. `everything`: nothing that comes later is hidden. Templates are given `shown`."""

    perspective: Perspective
    n: int
    everything: bool
    review: str = ""  # the one that it is looked at in

    @property
    def template_values(self) -> dict[str, Any]:
        """Values only: nothing that leads to the table as it is kept."""
        return {name: getattr(self, name) for name in TEMPLATE_FIELDS}

    @property
    def id(self) -> str:
        return self.perspective.access.table.public_id

    @cached_property
    def path(self) -> str:
        """Positions' addresses begin with it."""
        return get_positions_path(self.id)

    @property
    def slug(self) -> str:
        return self.perspective.access.table.game_slug

    @property
    def meta(self) -> GameMetadata:
        return registry.get_game(self.slug).metadata

    @property
    def game_name(self) -> str:
        return localize_text(self.meta.name)

    @property
    def live(self) -> bool:
        return self.perspective.live

    @property
    def is_imported(self) -> bool:
        """Return whether it is an imported match."""
        return self.perspective.access.table.pk is None

    @property
    def fails_check(self) -> bool:
        """Return whether the fairness check of an imported match found a difference."""
        return getattr(self.perspective.access.table, "fails_check", False)

    @property
    def viewpoint(self) -> Viewpoint:
        return self.perspective.viewpoint

    @property
    def first(self) -> int:
        return self.perspective.first

    @property
    def last(self) -> int:
        return self.perspective.last

    @property
    def ended_at(self) -> datetime | None:
        return self.perspective.access.table.ended_at

    @property
    def seen_by(self) -> str:
        return "" if self.viewpoint.seat is None else self.names[self.viewpoint.seat]

    @property
    def turns(self) -> str:
        return self.perspective.outline.deciders

    @cached_property
    def names(self) -> list[str]:
        return [line.name for line in list_seat_lines(self.perspective.access.seats, None)]

    @cached_property
    def avatars(self) -> list[str]:
        return [line.avatar for line in list_seat_lines(self.perspective.access.seats, None)]

    @cached_property
    def chapters(self) -> Chapters:
        return Chapters(localize_text(self.meta.chapter.name), self.perspective.outline.chapter_starts, self.n)

    @cached_property
    def chart(self) -> Chart | None:
        return build_chart(self.perspective.access, self.perspective.outline, self.n)

    @cached_property
    def moments(self) -> list[KeyMoment]:
        return list_key_moments(
            self.meta, self.perspective.outline, self.names, self.last if self.everything else self.n
        )

    @property
    def query(self) -> str:
        """Return the query of all addresses of this viewer."""
        return _query(self.viewpoint, self.everything, self.review)

    @property
    def kept(self) -> list[tuple[str, object]]:
        """The same for a form."""
        return list(_query_params(self.viewpoint, self.everything, self.review).items())

    @property
    def spoiler_toggle_url(self) -> str:
        """The other way round: with what comes later, or without."""
        return f"{self._at(self.n)}{_query(self.viewpoint, not self.everything, self.review)}"

    @property
    def address(self) -> str:
        """The page's own, without a query."""
        return self._at(self.n)

    @property
    def text_url(self) -> str:
        return "" if self.live else f"{reverse('replays:text', args=(self.id,))}{_query(self.viewpoint, False)}"

    @property
    def log_page_url(self) -> str:
        """The address that lacks a page of the log."""
        return f"{self._at(self.n)}{self.query}{'&' if self.query else '?'}"

    @property
    def choices(self) -> list[PerspectiveChoice]:
        viewpoints = [("none", _("a spectator"), Viewpoint()), ("open", _("everything open"), Viewpoint(open=True))]
        viewpoints[1:1] = [(str(seat), name, Viewpoint(seat)) for seat, name in enumerate(self.names)]
        at = self._at(self.n)
        return [
            PerspectiveChoice(
                name, says, f"{at}{_query(viewpoint, self.everything, self.review)}", viewpoint == self.viewpoint
            )
            for name, says, viewpoint in viewpoints
        ]

    @property
    def guess_choices(self) -> list[GuessChoice]:
        own_seat = self.perspective.access.seat_number
        return [
            GuessChoice(
                name,
                reverse("replays:guess_at", args=(self.id, seat, self.n)),
                make_url_template("replays:guess_at", self.id, seat, "{n}"),
                seat == own_seat,
            )
            for seat, name in enumerate(self.names)
        ]

    @cached_property
    def nav_links(self) -> dict[str, NavLink]:
        decisions = Decisions(self.turns, self.first, self.n, self.viewpoint.seat)
        return build_nav_links(
            self.n, self.first, self.last, self.chapters, decisions, lambda to: f"{self._at(to)}{self.query}"
        )

    @property
    def track(self) -> dict[str, str]:
        """Marks along the slider."""
        begins = [f"M{self._across(n)} 0V14" for n in self.chapters.begins]
        moments = [f"M{self._across(moment.n)} 7h0" for moment in self.moments if moment.marked]
        return {"chapters": "".join(begins), "moments": "".join(moments)}

    @property
    def data(self) -> str:
        """Return the data for scripts."""
        return json.dumps({
            "path": reverse("replays:detail", args=(self.id,)),
            "at": make_url_template("replays:position", self.id, "{n}"),
            "step": make_url_template("replays:position_rendered", self.id, "{n}", self.perspective.key),
            "log": make_url_template("replays:log_rendered", self.id, "{n}", self.perspective.key), "query": self.query,
            "eyes": self.viewpoint.query, "seat": self.viewpoint.seat, "first": self.first, "last": self.last,
            "n": self.n,
            "turns": self.turns, "chapters": self.chapters.begins, "names": self.names,
            "avatars": self.avatars,
            "everything": self.everything, "logEvents": EVENTS_PER_PAGE,
        })  # fmt: skip

    def _at(self, n: int) -> str:
        return f"{self.path}{n}/"

    def _across(self, n: int) -> int:
        return round(TRACK * (n - self.first) / max(1, self.last - self.first))


def get_positions_path(public_id: str) -> str:
    """Return the prefix of the addresses of positions; the number and a slash follow."""
    return make_url_template("replays:position", public_id, "{n}").partition("{n}")[0]


def _query_params(viewpoint: Viewpoint, everything: bool, review: str) -> dict[str, object]:
    return viewpoint.query_params | ({"all": 1} if everything else {}) | ({"review": review} if review else {})


def _query(viewpoint: Viewpoint, everything: bool, review: str = "") -> str:
    params = _query_params(viewpoint, everything, review)
    return f"?{urlencode(params)}" if params else ""
