"""Collusion flags in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.moderation.models import CollusionFlag
from games.tables.admin.base import TableRowAdmin, choice_filter, column, table_link


def list_flags_for(reader: Any) -> "QuerySet[CollusionFlag]":
    """List all flags except those about the reader."""
    rows = CollusionFlag.objects.select_related("table", "user_a", "user_b")
    return rows.exclude(user_a=reader.pk).exclude(user_b=reader.pk).order_by("-pk")


@admin.register(CollusionFlag)
class CollusionFlagAdmin(TableRowAdmin):
    list_display = ("where", "kind_label", "person", "with_whom", "how_often", "when")
    list_display_links = ("kind_label",)
    list_filter = (choice_filter(_("kind"), "kind", lambda: CollusionFlag.Kind.choices),)
    search_fields = ("=table__public_id", "=user_a__public_id", "=user_b__public_id")
    search_help_text = _("Public ID of a table or a person")
    fields = list_display
    sortable_by = ()

    where = column(_("table"), lambda hint: table_link(hint.table))
    kind_label = column(_("kind"), lambda hint: hint.get_kind_display())
    person = column(_("person"), lambda hint: str(hint.user_a))
    with_whom = column(_("with"), lambda hint: str(hint.user_b))
    how_often = column(
        _("how often"),
        lambda hint: format_html("{} / {}", hint.count, hint.sample_size) if hint.sample_size else hint.count,
    )
    when = column(_("found"), lambda hint: hint.detected_at)

    def get_queryset(self, request: HttpRequest) -> QuerySet[CollusionFlag]:
        return list_flags_for(request.user)
