"""The page of a position with a guess.

Everything on it follows from that position and earlier ones: the number and names of later ones don't appear.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalog import registry
from games.rendering.log_lines import LogLine
from games.replays.viewer.guess import Outcome, Question, list_recent_lines
from games.replays.viewer.log import get_log_names
from games.replays.viewer.navigation import NavLink
from games.replays.viewer.perspective import Perspective, Viewpoint
from games.tables.labels import list_seat_lines, localize_text


@dataclass(frozen=True)
class GuessPage:
    """Position `n` with the question that is put there, or with its outcome: then it is the position after it."""

    perspective: Perspective
    n: int
    question: Question | None
    outcome: Outcome | None = None

    @property
    def template_values(self) -> dict[str, Any]:
        """Values only: nothing that leads to the table as it is kept."""
        names = ("id", "slug", "game_name", "n", "seat", "is_imported", "is_asked", "is_over", "answer_url", "on_url")
        return {name: getattr(self, name) for name in (*names, "viewer_url", "ways", "choices")}

    @property
    def id(self) -> str:
        return self.perspective.access.table.public_id

    @property
    def slug(self) -> str:
        return self.perspective.access.table.game_slug

    @property
    def game_name(self) -> str:
        return localize_text(registry.get_game(self.slug).metadata.name)

    @property
    def seat(self) -> int | None:
        return self.perspective.viewpoint.seat

    @property
    def is_imported(self) -> bool:
        return self.perspective.access.table.pk is None

    @property
    def is_asked(self) -> bool:
        return self.question is not None and self.outcome is None

    @property
    def is_over(self) -> bool:
        return self.n == self.perspective.last

    @property
    def answer_url(self) -> str:
        return reverse("replays:guess_answer", args=(self.id, self.seat, self.n))

    @property
    def on_url(self) -> str:
        """Link to the next question, wherever that is."""
        return f"{reverse('replays:guess', args=(self.id, self.seat))}?n={self.n}"

    @property
    def viewer_url(self) -> str:
        """The replay at this position with the same eyes."""
        return f"{reverse('replays:position', args=(self.id, self.n))}?{self.perspective.viewpoint.query}"

    @cached_property
    def names(self) -> list[str]:
        return [line.name for line in list_seat_lines(self.perspective.access.seats, None)]

    @cached_property
    def avatars(self) -> list[str]:
        return [line.avatar for line in list_seat_lines(self.perspective.access.seats, None)]

    @property
    def log_names(self) -> list[str]:
        return get_log_names(self.perspective)

    @property
    def lines(self) -> list[LogLine]:
        return list_recent_lines(self.perspective, self.n)

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The seats to guess for: name, address, whether it is this one."""
        return [
            (name, self._at(self.n, seat), Viewpoint(seat) == self.perspective.viewpoint)
            for seat, name in enumerate(self.names)
        ]

    @property
    def ways(self) -> list[NavLink]:
        """Links to other steps; a question can be left only by answering it."""
        first = self._at(self.perspective.first) if self.n > self.perspective.first else ""
        back = self._at(self.n - 1) if self.n > self.perspective.first else ""
        is_closed = self.is_asked or self.is_over
        # After an answer the position may ask the next question immediately.
        forward = self._at(self.n if self.outcome and self.question else self.n + 1)
        return [
            NavLink("first", "Home", "first", first, _("First")),
            NavLink("back", "ArrowLeft", "back", back, _("Back")),
            NavLink("forward", "ArrowRight", "forward", "" if is_closed else forward, _("Forward")),
            NavLink("turn-forward", ".", "forward-far", "" if is_closed else self.on_url, _("To the next question")),
        ]

    def _at(self, n: int, seat: int | None = None) -> str:
        return reverse("replays:guess_at", args=(self.id, self.seat if seat is None else seat, n))
