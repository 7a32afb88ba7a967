"""The audit log in the admin: newest first, filtered by action or searched by target or actor."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.pagination import search_user_ids
from accounts.admin.read_only import ReadOnlyAdmin
from accounts.models import AuditLogEntry
from accounts.services import audit_log
from accounts.services.audit_log import ACTION_NAMES


class ActionFilter(admin.SimpleListFilter):
    title = _("action")
    parameter_name = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return sorted(ACTION_NAMES.items(), key=lambda name: str(name[1]))

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditLogEntry]) -> QuerySet[AuditLogEntry]:
        return queryset.filter(action=self.value()) if self.value() is not None else queryset


TARGET_LABELS = {audit_log.TABLE: _("table"), audit_log.PERSON: _("person")}


@admin.register(AuditLogEntry)
class AuditLogEntryAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "what", "of", "which", "by", "reason")
    list_display_links = ("what",)
    list_filter = (ActionFilter,)
    list_select_related = ("actor",)
    search_fields = ("target_id",)
    search_help_text = _("Public ID of a table or person, or the beginning of the name of the person who did it")
    ordering = ("-pk",)
    sortable_by = ()
    fields = readonly_fields = (*list_display, "more")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditLogEntry], search_term: str
    ) -> tuple[QuerySet[AuditLogEntry], bool]:
        """Find entries by public id of their target, or by a prefix of the actor's name; each uses an index."""
        words = search_term.strip()
        if not words:
            return queryset, False
        return queryset.filter(Q(target_id=words) | Q(actor__in=search_user_ids(words))), False

    @admin.display(description=_("action"))
    def what(self, entry: AuditLogEntry) -> Any:
        return ACTION_NAMES.get(entry.action, entry.action)

    @admin.display(description=_("kind"))
    def of(self, entry: AuditLogEntry) -> Any:
        return TARGET_LABELS.get(entry.target_type, entry.target_type)

    @admin.display(description=_("public id"))
    def which(self, entry: AuditLogEntry) -> str:
        return entry.target_id

    @admin.display(description=_("by"))
    def by(self, entry: AuditLogEntry) -> str:
        return str(entry.actor or _("the site"))

    @admin.display(description=_("details"))
    def more(self, entry: AuditLogEntry) -> str:
        return json.dumps(entry.details, ensure_ascii=False)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == "action"
