"""The log of moderation actions in the admin."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.moderation.models import ModerationAction
from games.tables.admin.base import TableRowAdmin, choice_filter, column, display_seat_number, game_filter, table_link


@admin.register(ModerationAction)
class ModerationActionAdmin(TableRowAdmin):
    list_display = ("when", "where", "action_label", "seat_number", "by", "why")
    list_filter = (
        choice_filter(_("action"), "action", lambda: ModerationAction.Action.choices),
        game_filter("table__game_slug"),
    )
    list_select_related = ("table", "moderator")
    search_fields = ("table__public_id", "moderator__name", "moderator__username", "reason")
    date_hierarchy = "created_at"
    fields = (*list_display, "event_number")

    when = column(_("time"), lambda action: action.created_at, "created_at")
    where = column(_("table"), lambda action: table_link(action.table), "table_id")
    action_label = column(_("action"), lambda action: action.get_action_display(), "action")
    seat_number = column(_("seat"), lambda action: display_seat_number(action.seat))
    by = column(_("moderator"), lambda action: action.moderator, "moderator__name")
    why = column(_("reason"), lambda action: action.reason)
    event_number = column(_("number of the event"), lambda action: action.event_seq)
