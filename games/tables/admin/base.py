"""What the pages for all kinds of rows share: they only look, and never at what is hidden."""

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

Label = Any  # a text, translated when it is shown


class TableRowAdmin(ReadOnlyAdmin):
    """Lists and pages of rows that belong to a table or a person."""

    # How a row leads to its table and its person, for the search; "": it is searched as Django does.
    table_path = person_path = ""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_fields(request, obj)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """What belongs to the table with that public id, else to people whose name begins so: both have an index."""
        words = search_term.strip()
        if not self.table_path:
            return super().get_search_results(request, queryset, search_term)
        return queryset.filter(self.found(words)) if words else queryset, False

    def found(self, words: str) -> Q:
        """The rows that are searched for."""
        table = Table.objects.filter(public_id=words).values_list("pk", flat=True).first()
        if table is not None:
            return Q(**{self.table_path: table})
        return Q(**{f"{self.person_path}__in": search_user_ids(words)}) if self.person_path else Q(pk__in=[])

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what the filters offer: `?body__contains=` would answer questions about a column that isn't shown."""
        offered = {self.date_hierarchy} | {getattr(item, "parameter_name", item) for item in self.list_filter}
        return any(lookup == name or lookup.startswith(f"{name}__") for name in offered)


def choice_filter(
    label: Label, field: str, choices: Callable[[], Iterable[tuple[str, Label]]]
) -> type[admin.SimpleListFilter]:
    """A list filter on `field` with these values, asked for at every request because their names are translated."""

    class Filter(admin.SimpleListFilter):
        title = label
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Label]]:
            return list(choices())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{field: self.value()}) if self.value() is not None else queryset

    return Filter


def column(label: Label, value: Callable[[Any], Any], ordering: str | None = None) -> Callable[[Any, Any], Any]:
    """A column of a list and line of a page: its heading, what it shows of a row, the field it sorts by."""

    @admin.display(description=label, ordering=ordering)
    def shown(self: Any, row: Any) -> Any:
        return _legible(value(row))

    return shown


def _legible(value: Any) -> Any:
    """Moments to the second and with their zone; a dash for nothing."""
    if isinstance(value, datetime):
        text = f"{localtime(value):%Y-%m-%d %H:%M:%S %Z}"
        return format_html('<time class="moderate__moment" datetime="{}">{}</time>', value.isoformat(), text)
    return "—" if value is None or value == "" else value


def display_seat_number(number: int | None) -> int | None:
    """A seat's number as the players read it in their log: the first is 1."""
    return None if number is None else number + 1


def game_filter(field: str) -> type[admin.SimpleListFilter]:
    """A filter by the game, for a field that holds its slug."""
    return choice_filter(_("game"), field, lambda: [(slug, get_game_name(slug)) for slug in registry.list_metadata()])


def get_game_name(slug: str) -> str:
    """A game's name in the reader's language; its slug if it is no longer offered."""
    meta = registry.list_metadata().get(slug)
    return localize_text(meta.name) if meta else slug


def table_link(table: Table) -> SafeString:
    """The table, as a link to its page here."""
    address = reverse("admin:tables_table_change", args=(table.pk,))
    return format_html('<a href="{}">{} {}</a>', address, get_game_name(table.game_slug), table.public_id)
