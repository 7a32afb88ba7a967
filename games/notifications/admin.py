"""Notifications and deliveries in the admin, without addresses and keys.

A notification follows a move immediately, so its times are as coarse as the log's while a match runs.
"""

from datetime import datetime

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.notifications.models import Delivery, Notification
from games.tables.admin.base import TableRowAdmin, choice_filter, column, game_filter, table_link
from games.tables.clocks.coarse_times import coarsen_time


def _notice_time(notice: Notification | None, moment: datetime | None) -> datetime | None:
    return coarsen_time(notice.table, moment) if notice and notice.table and moment else moment


def _table_of(notice: Notification | None) -> str:
    return table_link(notice.table) if notice and notice.table else "–"


@admin.register(Notification)
class NotificationAdmin(TableRowAdmin):
    list_display = ("when", "to", "kind_name", "where", "due", "became")
    list_filter = (
        choice_filter(_("kind"), "kind", lambda: Notification.Kind.choices),
        choice_filter(
            _("delivery result"), "decision", lambda: [one for one in Notification.Decision.choices if one[0]]
        ),
        game_filter("table__game_slug"),
        "created_at",
    )
    list_select_related = ("table", "recipient")
    table_path, person_path = "table", "recipient"
    search_fields = ("table__public_id",)
    search_help_text = _("A table's public ID, or the beginning of a player's name")
    ordering = ("-pk",)
    sortable_by = ()
    fields = list_display

    when = column(_("time"), lambda notice: _notice_time(notice, notice.created_at), "created_at")
    to = column(_("recipient"), lambda notice: notice.recipient, "recipient__name")
    kind_name = column(_("kind"), lambda notice: notice.get_kind_display(), "kind")
    where = column(_("table"), lambda notice: _table_of(notice), "table_id")
    due = column(_("due"), lambda notice: _notice_time(notice, notice.due_at), "due_at")
    became = column(_("delivery result"), lambda notice: notice.get_decision_display(), "decision")


@admin.register(Delivery)
class DeliveryAdmin(TableRowAdmin):
    list_display = ("when", "to", "by", "kind_name", "where", "sent", "attempts", "next_attempt", "why")
    list_filter = (
        choice_filter(_("channel"), "channel", lambda: Delivery.Channel.choices),
        choice_filter(_("problem"), "problem", lambda: [one for one in Delivery.Problem.choices if one[0]]),
        "created_at",
    )
    list_select_related = ("notification__table", "recipient")
    table_path, person_path = "notification__table", "recipient"
    search_fields = ("notification__table__public_id",)
    search_help_text = _("A table's public ID, or the beginning of a player's name")
    ordering = ("-pk",)
    sortable_by = ()
    fields = list_display

    when = column(_("time"), lambda row: _notice_time(row.notification, row.created_at), "created_at")
    to = column(_("recipient"), lambda row: row.recipient, "recipient__name")
    by = column(_("channel"), lambda row: row.get_channel_display(), "channel")
    kind_name = column(_("kind"), lambda row: row.notification.get_kind_display() if row.notification else _("test"))
    where = column(_("table"), lambda row: _table_of(row.notification))
    sent = column(_("sent"), lambda row: _notice_time(row.notification, row.sent_at), "sent_at")
    attempts = column(_("tries"), lambda row: row.attempts, "attempts")
    next_attempt = column(
        _("next try"), lambda row: _notice_time(row.notification, row.next_attempt_at), "next_attempt_at"
    )
    why = column(_("problem"), lambda row: row.get_problem_display() if row.problem else "–", "problem")
