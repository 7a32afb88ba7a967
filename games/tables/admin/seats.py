"""Admin of seats, their holders and their open questions."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.tables.admin.base import TableRowAdmin, choice_filter, column, display_seat_number, game_filter, table_link
from games.tables.clocks.coarse_times import coarsen_deadline
from games.tables.labels import level_name, seat_name
from games.tables.models import Seat, Table


class HolderFilter(admin.SimpleListFilter):
    """A filter by who plays the seat."""

    title = _("played by")
    parameter_name = "holder"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("person", _("a person")), ("bot", _("a bot")), ("nobody", _("no one"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Seat]) -> QuerySet[Seat]:
        match self.value():
            case "person":
                return queryset.filter(user__isnull=False, bot_level="")
            case "bot":
                return queryset.exclude(bot_level="")
            case "nobody":
                return queryset.filter(played_by=Seat.PlayedBy.NOBODY)
        return queryset


@admin.register(Seat)
class SeatAdmin(TableRowAdmin):
    list_display = ("where", "place", "player", "bot", "waited_for", "until")
    list_display_links = ("place",)
    list_filter = (
        HolderFilter,
        choice_filter(_("status"), "table__status", lambda: Table.Status.choices),
        game_filter("table__game_slug"),
    )
    list_select_related = ("table", "user")
    table_path, person_path = "table", "user"
    search_fields = ("table__public_id",)
    search_help_text = _("A table's public ID, or the beginning of a player's name")
    ordering = ("-table_id", "number")
    sortable_by = ()  # millions of rows: ordered by key only
    fields = list_display

    where = column(_("table"), lambda seat: table_link(seat.table), "table_id")
    place = column(_("seat"), lambda seat: display_seat_number(seat.number), "number")
    player = column(_("name"), seat_name, "user__name")
    bot = column(_("bot"), lambda seat: level_name(seat.bot_level), "bot_level")
    waited_for = column(_("waited for"), lambda seat: "✓" if seat.question_seq is not None else "", "question_seq")
    until = column(_("until"), lambda seat: coarsen_deadline(seat.table, seat.deadline, is_own=False), "deadline")
