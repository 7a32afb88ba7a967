"""Admin of events.

Until a table has ended, shows only what spectators see; moves, hidden cards and bodies come later.
"""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.tables.admin.base import TableRowAdmin, choice_filter, column, display_seat_number, game_filter, table_link
from games.tables.clocks.coarse_times import coarsen_time
from games.tables.labels import list_seat_lines
from games.tables.models import Event
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import LogRow

SHOWN = ("where", "number", "event_kind", "seat_number", "by", "when")


def _render_happenings(event: Event) -> SafeString:
    """Render the happenings: the public ones, and once the table has ended those visible to single seats."""
    table = event.table
    names = [line.name for line in list_seat_lines(table.seats.select_related("user").order_by("number"), None)]
    row = LogRow(event.seq, event.kind, event.seat, event.cause, event.body, event.created_at)
    (public,) = list_log_lines(table.game_slug, [row], None)
    private = []
    for seat in range(len(names)) if table.is_ended else ():
        (line,) = list_log_lines(table.game_slug, [row], seat)
        private += [(seat, happening) for happening in line.happenings if happening not in public.happenings]
    context = {"line": public, "private": private, "slug": table.game_slug, "names": names, "ended": table.is_ended}
    return render_to_string("admin/tables/event/happenings.html", context)


def _cause(event: Event) -> str:
    """Return the cause. Until the match has ended, premoves are shown as ordinary moves."""
    planned = event.cause == Event.Cause.PLAN and not event.table.is_ended
    return str(Event.Cause.PLAYER.label if planned else event.get_cause_display())


class CauseFilter(admin.SimpleListFilter):
    """A filter by cause, which counts premoves as moves of their players."""

    title = _("cause")
    parameter_name = "cause"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [choice for choice in Event.Cause.choices if choice[0] != Event.Cause.PLAN]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Event]) -> QuerySet[Event]:
        if self.value() is None:
            return queryset
        player = self.value() == Event.Cause.PLAYER
        return queryset.filter(cause__in=[self.value(), *([Event.Cause.PLAN] if player else [])])


@admin.register(Event)
class EventAdmin(TableRowAdmin):
    class Media:
        css = {"all": ("site/cards.css",)}

    list_display = (*SHOWN, "chain_in_short")
    list_display_links = ("number",)
    list_filter = (
        choice_filter(_("kind"), "kind", lambda: Event.Kind.choices),
        CauseFilter,
        game_filter("table__game_slug"),
    )
    table_path = "table"
    search_fields = ("table__public_id",)
    search_help_text = _("A table's public id")
    ordering = ("-pk",)
    sortable_by = ()  # millions of rows: ordered by key only

    where = column(_("table"), lambda event: table_link(event.table), "table_id")
    number = column(_("number"), lambda event: event.seq, "seq")
    event_kind = column(_("kind"), lambda event: event.get_kind_display(), "kind")
    seat_number = column(_("seat"), lambda event: display_seat_number(event.seat))
    by = column(_("cause"), _cause)
    when = column(_("time"), lambda event: coarsen_time(event.table, event.created_at), "created_at")
    chain = column(_("digest"), lambda event: event.digest)
    chain_in_short = column(_("digest"), lambda event: f"{event.digest[:8]}…")
    happenings = column(_("what happened"), _render_happenings)
    verbatim = column(_("the bytes the digest covers"), lambda event: event.body)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        return super().get_queryset(request).select_related("table").defer("body", "frame")

    def get_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        return (*SHOWN, "chain", "happenings", *(("verbatim",) if obj and obj.table.is_ended else ()))
