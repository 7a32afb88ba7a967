"""Base classes for admin lists that are read-only for everyone."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin.pagination import BoundedPaginator


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for the type checker only
    list_per_page = 50
    paginator = BoundedPaginator
    show_full_result_count = False  # it would count the whole table a second time
    show_facets = admin.ShowFacets.NEVER  # they would take one count per filter
    actions: tuple[str, ...] | None = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ListOnlyAdmin(ReadOnlyAdmin):
    """A list whose rows have no Django change page; some link to pages of our own."""

    list_display_links = None

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_view_permission(request)
