"""Chat messages in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.social.chat.selectors import get_message_text
from games.social.models import ChatMessage, ChatRoomName
from games.tables.admin.base import TableRowAdmin, choice_filter, column, table_link
from games.tables.models import Seat, Table


def exclude_own_matches(rows: QuerySet[Any], request: HttpRequest) -> QuerySet[Any]:
    """Exclude messages of the user's own running matches, where their seat may not read every room."""
    running = Seat.objects.filter(
        table=OuterRef("room__table"), user=request.user.pk, table__status=Table.Status.RUNNING
    )
    return rows.exclude(Exists(running))


@admin.register(ChatMessage)
class ChatMessageAdmin(TableRowAdmin):
    list_display = ("when", "where", "room_name", "author", "text_shown", "hidden_mark", "way")
    list_display_links = None
    list_filter = (choice_filter(_("room"), "room__name", lambda: ChatRoomName.choices),)
    list_select_related = ("room__table", "user")
    table_path, person_path = "room__table", "user"
    search_fields = ("room__table__public_id",)
    search_help_text = _("A table's public ID, or the beginning of a player's name")
    ordering = ("-pk",)
    sortable_by = ()

    when = column(_("time"), lambda line: line.created_at, "created_at")
    where = column(_("table"), lambda line: table_link(line.room.table))
    room_name = column(_("room"), lambda line: line.room.get_name_display())
    author = column(_("person"), lambda line: line.user, "user__name")
    text_shown = column(_("line"), lambda line: "—" if line.is_hidden else get_message_text(line))
    hidden_mark = column(_("hidden"), lambda line: "✓" if line.is_hidden else "")
    way = column("", lambda line: moderate_link(line))

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        return exclude_own_matches(super().get_queryset(request), request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow the list only; messages have no pages."""
        return obj is None and super().has_view_permission(request)


def moderate_link(line: ChatMessage) -> str:
    ref = f"{line.room.table.public_id}.{line.room.name}.{line.number}"
    return format_html(
        '<a href="{}">{}</a>', reverse("admin:moderation_report_content", args=("line", ref)), _("Look at it …")
    )
