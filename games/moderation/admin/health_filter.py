"""A filter for the tables that the dashboard counts as unhealthy."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.moderation.admin.tables import ModeratedTableAdmin
from games.tables.models import Table
from games.tables.selectors.health import list_orphaned_seats, list_overdue_seats, list_stuck_tables


class HealthFilter(admin.SimpleListFilter):
    """Tables with problems, as counted on the dashboard."""

    title = _("trouble")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("overdue", _("Decisions overdue")), ("stuck", _("Tables stuck")), ("orphaned", _("Orphaned seats"))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Table]") -> "QuerySet[Table]":
        match self.value():
            case "overdue":
                return queryset.filter(pk__in=list_overdue_seats().values("table"))
            case "stuck":
                return queryset.filter(pk__in=list_stuck_tables())
            case "orphaned":
                return queryset.filter(pk__in=list_orphaned_seats().values("table"))
        return queryset


ModeratedTableAdmin.list_filter = (HealthFilter, *ModeratedTableAdmin.list_filter)
