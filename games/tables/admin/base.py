"""Base classes and helpers of the tables' admin: read-only, and never showing hidden information."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.admin.pagination import search_user_ids
from accounts.admin.read_only import ReadOnlyAdmin
from games.catalog import registry
from games.tables.labels import localize_text
from games.tables.models import Table

Label = Any  # lazily translated text


class TableRowAdmin(ReadOnlyAdmin):
    """Base class for rows that belong to a table or a person."""

    # Lookup paths from a row to its table and its person, for searches; "": use Django's search.
    table_path = person_path = ""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_fields(request, obj)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search by the table's public id, else by the beginning of a person's name. Both are indexed."""
        words = search_term.strip()
        if not self.table_path:
            return super().get_search_results(request, queryset, search_term)
        return queryset.filter(self.found(words)) if words else queryset, False

    def found(self, words: str) -> Q:
        """Return the filter for a search."""
        table = Table.objects.filter(public_id=words).values_list("pk", flat=True).first()
        if table is not None:
            return Q(**{self.table_path: table})
        return Q(**{f"{self.person_path}__in": search_user_ids(words)}) if self.person_path else Q(pk__in=[])

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only the offered filters: `?body__contains=` would answer questions about hidden columns."""
        offered = {self.date_hierarchy} | {getattr(item, "parameter_name", item) for item in self.list_filter}
        return any(lookup == name or lookup.startswith(f"{name}__") for name in offered)


def choice_filter(
    label: Label, field: str, choices: Callable[[], Iterable[tuple[str, Label]]]
) -> type[admin.SimpleListFilter]:
    """Build a list filter on `field`. Choices are evaluated per request, because their labels are translated."""

    class Filter(admin.SimpleListFilter):
        title = label
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Label]]:
            return list(choices())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{field: self.value()}) if self.value() is not None else queryset

    return Filter


def column(label: Label, value: Callable[[Any], Any], ordering: str | None = None) -> Callable[[Any, Any], Any]:
    """Build an admin column: its heading, its value for a row, and the field it sorts by."""

    @admin.display(description=label, ordering=ordering)
    def shown(self: Any, row: Any) -> Any:
        return _legible(value(row))

    return shown


def _legible(value: Any) -> Any:
    """Format datetimes to the second with their zone, and empty values as a dash."""
    if isinstance(value, datetime):
        text = f"{localtime(value):%Y-%m-%d %H:%M:%S %Z}"
        return format_html('<time class="moderate__moment" datetime="{}">{}</time>', value.isoformat(), text)
    return "—" if value is None or value == "" else value


def display_seat_number(number: int | None) -> int | None:
    """Return a seat's number as players see it, counting from 1."""
    return None if number is None else number + 1


def game_filter(field: str) -> type[admin.SimpleListFilter]:
    """Build a filter by game, for a field that contains its slug."""
    return choice_filter(_("game"), field, lambda: [(slug, get_game_name(slug)) for slug in registry.list_metadata()])


def get_game_name(slug: str) -> str:
    """Return a game's name in the active language; its slug if the game is no longer offered."""
    meta = registry.list_metadata().get(slug)
    return localize_text(meta.name) if meta else slug


def table_link(table: Table) -> SafeString:
    """Return a link to the table's admin page."""
    address = reverse("admin:tables_table_change", args=(table.pk,))
    return format_html('<a href="{}">{} {}</a>', address, get_game_name(table.game_slug), table.public_id)
