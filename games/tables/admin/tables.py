"""Admin of tables. Moderation adds the actions and registers it."""

from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.pagination import MAX_COUNTED, search_user_ids
from games.catalog import registry
from games.tables.admin.base import TableRowAdmin, choice_filter, column, game_filter, get_game_name
from games.tables.clocks.coarse_times import coarsen_deadline, coarsen_time
from games.tables.formatting import pace
from games.tables.labels import list_seat_lines, option_labels, seat_name
from games.tables.models import Seat, Table


def _changed(table: Table) -> datetime | None:
    return table.changed_at and coarsen_time(table, table.changed_at)


def _state(table: Table) -> str:
    status = table.get_status_display()
    if table.frozen_at:
        return gettext("%(status)s, frozen") % {"status": status}
    return gettext("%(status)s, paused by the players") % {"status": status} if table.paused_at else status


def _settings(table: Table) -> str:
    meta = registry.list_metadata().get(table.game_slug)
    return "; ".join(f"{label}: {value}" for label, value in option_labels(meta, table.options)) if meta else ""


class FrozenFilter(admin.SimpleListFilter):
    """A filter for frozen tables."""

    title = _("frozen")
    parameter_name = "frozen"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(frozen_at__isnull=self.value() == "no")


class TableAdmin(TableRowAdmin):
    list_display = ("number", "game", "called", "state", "players", "events_so_far", "changed")
    list_filter: ClassVar[tuple[Any, ...]] = (
        game_filter("game_slug"),
        choice_filter(_("status"), "status", lambda: Table.Status.choices),
        FrozenFilter,
        choice_filter(_("who can join"), "visibility", lambda: Table.Visibility.choices),
        "created_at",
    )
    table_path = "pk"
    search_fields = ("public_id",)
    search_help_text = _("A table's public ID, or the beginning of the name of someone who plays there")
    ordering = ("-pk",)
    sortable_by = ()  # a million rows: ordered by key only
    fields = (
        "number", "game", "state", "frozen", "frozen_because", "who_may_come", "host_name", "time_to_decide",
        "settings", "events_so_far", "chain", "seed_commitment", "set_up", "started", "over", "changed",
    )  # fmt: skip

    number = column(_("public id"), lambda table: table.public_id, "public_id")
    game = column(_("game"), lambda table: get_game_name(table.game_slug), "game_slug")
    called = column(_("name of the table"), lambda table: table.name or "–")
    state = column(_("status"), _state, "status")
    frozen = column(_("frozen since"), lambda table: table.frozen_at, "frozen_at")
    frozen_because = column(_("reason of the freeze"), lambda table: table.frozen_reason)
    players = column(_("players"), lambda table: ", ".join(seat_name(seat) for seat in table.seats.all()))
    who_may_come = column(_("who can join"), lambda table: table.get_visibility_display())
    host_name = column(_("host"), lambda table: str(table.host or ""))
    time_to_decide = column(_("time for a decision"), lambda table: pace(table.time_control))
    settings = column(_("settings of the game"), _settings)
    events_so_far = column(_("events"), lambda table: table.last_seq, "last_seq")
    chain = column(_("digest"), lambda table: table.digest)
    seed_commitment = column(_("commitment"), lambda table: table.commitment)
    set_up = column(_("created"), lambda table: table.created_at, "created_at")
    started = column(_("started"), lambda table: table.started_at)
    over = column(_("ended"), lambda table: table.ended_at)
    changed = column(_("last change"), _changed, "changed_at")

    def found(self, words: str) -> Q:
        """Return a filter for the table with this id, or the newest tables of people with this name."""
        if Table.objects.filter(public_id=words).exists():
            return Q(public_id=words)
        seats = Seat.objects.filter(user__in=search_user_ids(words)).order_by("-table_id")
        return Q(pk__in=list(seats.values_list("table_id", flat=True)[:MAX_COUNTED]))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
        return super().get_queryset(request).select_related("host").prefetch_related(seats)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        added_context: dict[str, Any] = {}
        table = self.get_object(request, object_id) if self.has_view_permission(request) else None
        if table is not None:
            seats = list(table.seats.all())
            lines = [
                replace(line, deadline=coarsen_deadline(table, line.deadline, is_own=False))
                for line in list_seat_lines(seats, None)
            ]
            added_context["seats"] = list(zip(seats, lines, strict=True))
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **added_context})

    def view_on_site(self, table: Table) -> str | None:
        """Return the URL of the table for spectators; None if it is private."""
        return None if table.is_participants_only else reverse("tables:detail", args=(table.public_id,))
