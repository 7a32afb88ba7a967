"""What people were told, or are still to be told."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.notices.models import Notice
from games.tables.admin.base import ReadOnlyAdmin, choice_filter, column, table_link, title_filter


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    list_display = ("when", "to", "what", "where", "sent", "attempts", "next_attempt")
    list_filter = (choice_filter(_("kind"), "kind", lambda: Notice.Kind.choices), title_filter("table__title"))
    list_select_related = ("table", "recipient")
    search_fields = ("table__public_id", "recipient__name", "recipient__username")
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    fields = list_display

    when = column(_("time"), lambda notice: notice.created_at, "created_at")
    to = column(_("recipient"), lambda notice: notice.recipient, "recipient__name")
    what = column(_("kind"), lambda notice: notice.get_kind_display(), "kind")
    where = column(_("table"), lambda notice: table_link(notice.table), "table_id")
    sent = column(_("sent"), lambda notice: notice.sent_at, "sent_at")
    attempts = column(_("tries"), lambda notice: notice.tries, "tries")
    next_attempt = column(_("next try"), lambda notice: notice.next_try_at, "next_try_at")
