"""What moderators did about the talk, and why."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.tables.admin.base import ReadOnlyAdmin, choice_filter, column, table_link
from games.talk.models import TalkAction


@admin.register(TalkAction)
class TalkActionAdmin(ReadOnlyAdmin):
    list_display = ("when", "where", "what", "line_number", "of", "by", "until_when", "why")
    list_filter = (choice_filter(_("action"), "action", lambda: TalkAction.Action.choices),)
    list_select_related = ("table", "moderator")
    search_fields = ("table__public_id", "person", "moderator__name", "reason")
    date_hierarchy = "done_at"
    fields = list_display

    when = column(_("time"), lambda action: action.done_at, "done_at")
    where = column(_("table"), lambda action: table_link(action.table), "table_id")
    what = column(_("action"), lambda action: action.get_action_display(), "action")
    line_number = column(_("line"), lambda action: action.number)
    of = column(_("public id"), lambda action: action.person)
    by = column(_("moderator"), lambda action: action.moderator, "moderator__name")
    until_when = column(_("until"), lambda action: action.until)
    why = column(_("reason"), lambda action: action.reason)
