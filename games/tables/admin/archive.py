"""Admin page for the log of an ended table, read from its record. Rows may be deleted; nothing is secret any more."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.tables.admin.base import display_seat_number
from games.tables.labels import list_seat_lines
from games.tables.models import Event, Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import list_log_rows

EVENTS_AT_ONCE = 100


def archived_log_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a hundred events at a time: public happenings, those visible to single seats, and the stored body."""
    if not request.user.has_perm("tables.view_event"):
        raise PermissionDenied
    table = Table.objects.filter(pk=pk).first()
    if table is None or not table.is_ended or table.archived_log is None:
        raise Http404
    page = Paginator(range(1, table.last_seq + 1), EVENTS_AT_ONCE).get_page(request.GET.get("page"))
    rows = list_log_rows(table, page.start_index() - 1, page.end_index())
    lines = list_log_lines(table.game_slug, rows, None, everything=True)
    kinds, causes = dict(Event.Kind.choices), dict(Event.Cause.choices)
    context = admin.site.each_context(request) | {
        "title": _("Log of table %(id)s") % {"id": table.public_id},
        "original": table,
        "slug": table.game_slug,
        "names": [line.name for line in list_seat_lines(table.seats.select_related("user").order_by("number"), None)],
        "events": [
            (
                line,
                kinds.get(row.kind, row.kind),
                causes.get(row.cause, row.cause),
                display_seat_number(row.seat),
                row.body,
            )
            for line, row in zip(lines, rows, strict=True)
        ],
        "page": page,
        "opts": Table._meta,
    }
    return render(request, "admin/tables/table/record.html", context)
