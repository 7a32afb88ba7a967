"""Finding the tables that the front page counts."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.moderation.admin.tables import ModeratedTableAdmin
from games.tables.models import Table
from games.tables.selectors.health import seats_orphaned, seats_overdue, tables_stuck


class TroubleFilter(admin.SimpleListFilter):
    """Tables where something has gone wrong, as on the front page."""

    title = _("trouble")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("overdue", _("Decisions overdue")), ("stuck", _("Tables stuck")), ("orphaned", _("Orphaned seats"))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Table]") -> "QuerySet[Table]":
        match self.value():
            case "overdue":
                return queryset.filter(pk__in=seats_overdue().values("table"))
            case "stuck":
                return queryset.filter(pk__in=tables_stuck())
            case "orphaned":
                return queryset.filter(pk__in=seats_orphaned().values("table"))
        return queryset


ModeratedTableAdmin.list_filter = (TroubleFilter, *ModeratedTableAdmin.list_filter)
