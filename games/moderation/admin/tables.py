"""Tables in the admin, with links to moderation actions."""

from collections.abc import Callable
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.moderation.admin.moderate import TABLES_LIMIT, moderate
from games.moderation.models import ModerationAction
from games.tables.admin.archive import archived_log_page
from games.tables.admin.tables import TableAdmin
from games.tables.models import Table

Action = ModerationAction.Action


@admin.register(Table)
class ModeratedTableAdmin(TableAdmin):
    actions = ("freeze", "thaw", "void")
    extra_urls: ClassVar[list[Callable[["ModeratedTableAdmin"], list[URLPattern]]]] = []  # registered by other apps

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).select_related("proposed_action__moderator")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may act on tables."""
        return request.user.has_perm("tables.moderate_table") and self.has_view_permission(request)

    def moderate(self, request: HttpRequest, action: str) -> HttpResponse:
        if not self.has_moderate_permission(request):
            raise PermissionDenied
        return moderate(self, request, action)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.moderate)
        record = self.admin_site.admin_view(archived_log_page)
        extra = [address for pages in self.extra_urls for address in pages(self)]
        return [
            path("moderate/<slug:action>/", view, name="tables_table_moderate"),
            path("<int:pk>/record/", record, name="tables_table_record"),
            *extra,
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {**(extra_context or {}), "may_moderate": self.has_moderate_permission(request)}
        return super().change_view(request, object_id, form_url, context)

    @admin.action(description=_("Freeze …"), permissions=["moderate"])
    def freeze(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse | None:
        return self._redirect_to_form(request, Action.FREEZE, tables)

    @admin.action(description=_("Unfreeze …"), permissions=["moderate"])
    def thaw(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse | None:
        return self._redirect_to_form(request, Action.THAW, tables)

    @admin.action(description=_("Cancel match …"), permissions=["moderate"])
    def void(self, request: HttpRequest, tables: QuerySet[Table]) -> HttpResponse | None:
        return self._redirect_to_form(request, Action.VOID, tables)

    def _redirect_to_form(self, request: HttpRequest, action: Action, tables: QuerySet[Table]) -> HttpResponse | None:
        ids = list(tables.values_list("public_id", flat=True)[: TABLES_LIMIT + 1])
        if len(ids) > TABLES_LIMIT:
            sentence = gettext("Please choose at most %(limit)s tables at a time.")
            self.message_user(request, sentence % {"limit": TABLES_LIMIT}, messages.ERROR)
            return None
        address = reverse("admin:tables_table_moderate", args=(action.value,))
        query = urlencode({"table": ids, "back": request.get_full_path()}, doseq=True)
        return HttpResponseRedirect(f"{address}?{query}")
