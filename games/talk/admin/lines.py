"""What is said at tables, for those who look after it."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.tables.admin.base import ReadOnlyAdmin, choice_filter, column, table_link
from games.tables.models import Seat, Table
from games.talk.admin.moderate import moderate
from games.talk.models import Line, RoomName
from games.talk.reading import words


def shown_words(line: Line, request: HttpRequest) -> str:
    """What was said; what was hidden only to those who may read that."""
    if line.hidden and not request.user.has_perm("games.read_hidden_lines"):
        return "—"
    return words(line)


def not_of_own_match(rows: QuerySet[Any], request: HttpRequest) -> QuerySet[Any]:
    """Nobody reads here, while they play, what their seat may not read at the table."""
    running = Seat.objects.filter(
        table=OuterRef("room__table"), user=request.user.pk, table__status=Table.Status.RUNNING
    )
    return rows.exclude(Exists(running))


@admin.register(Line)
class LineAdmin(ReadOnlyAdmin):
    list_display = ("when", "where", "room_name", "who", "said", "hidden_mark", "way")
    list_display_links = None
    list_filter = (choice_filter(_("room"), "room__name", lambda: RoomName.choices),)
    list_select_related = ("room__table", "user")
    search_fields = ("room__table__public_id", "user__name", "user__username")
    ordering = ("-pk",)

    when = column(_("time"), lambda line: line.said_at, "said_at")
    where = column(_("table"), lambda line: table_link(line.room.table))
    room_name = column(_("room"), lambda line: line.room.get_name_display())
    who = column(_("person"), lambda line: line.user, "user__name")
    said = column(_("line"), lambda line: line.shown)
    hidden_mark = column(_("hidden"), lambda line: "✓" if line.hidden else "")
    way = column("", lambda line: moderate_link(line))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Line]:
        return not_of_own_match(super().get_queryset(request), request)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        response: Any = super().changelist_view(request, extra_context)
        context = getattr(response, "context_data", None) or {}
        for line in context["cl"].result_list if "cl" in context else ():
            line.shown = shown_words(line, request)
        return response

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.moderate)
        return [path("moderate/<int:room>/<int:number>/", view, name="games_line_moderate"), *super().get_urls()]

    def moderate(self, request: HttpRequest, room: int, number: int) -> HttpResponse:
        if not request.user.has_perm("games.moderate_talk"):
            raise PermissionDenied
        return moderate(self, request, room, number)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """One row has no page of its own: what there is stands in the list."""
        return obj is None and super().has_view_permission(request)


def moderate_link(line: Line) -> str:
    address = reverse("admin:games_line_moderate", args=(line.room_id, line.number))
    return format_html('<a href="{}">{}</a>', address, _("Look at it …"))
