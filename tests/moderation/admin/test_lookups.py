"""The lists take filters from the address: no value leads to a server error."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import pytest
from django.contrib import admin
from django.contrib.admin.templatetags.admin_list import date_hierarchy, pagination, result_list
from django.db.models import CharField, Field
from django.template.response import TemplateResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.thorough

HUGE = str(10**20)
LISTS = {
    f"{model._meta.app_label}.{model._meta.model_name}": shown for model, shown in admin.site._registry.items()
}  # fmt: skip


@pytest.fixture(params=LISTS)
def shown(request: pytest.FixtureRequest) -> tuple[str, admin.ModelAdmin]:
    return address_of(request.param), LISTS[request.param]


def address_of(model: str) -> str:
    return reverse(f"admin:{model.replace('.', '_')}_changelist")


@pytest.fixture
def staff(moderator: User) -> Client:
    client = Client()
    client.force_login(moderator)
    return client


def model_at(address: str) -> str:
    return next(model for model in LISTS if address_of(model) == address)


def own_names(model_admin: admin.ModelAdmin) -> set[str]:
    """Return the names of a list's filters and dates in an address."""
    filters = [getattr(item, "parameter_name", item) for item in model_admin.list_filter]
    return {*filters, *filter(None, [model_admin.date_hierarchy])}


def asked_for() -> Iterator[tuple[str, str]]:
    """Lists and what to ask them for: their own filters, and of the columns one of each kind, which Django reads."""
    kinds: set[type[Field]] = set()
    for model, model_admin in LISTS.items():
        yield from ((model, name) for name in sorted(own_names(model_admin)))
        for field in model_admin.model._meta.fields:
            if type(field) not in kinds and field.name not in own_names(model_admin):
                kinds.add(type(field))
                yield model, field.name


ODD = ["\0", ",\0", HUGE, f"-{HUGE}", "nan", "٣", "x" * 5_000, "-1", "None", "2026-99-99", "'%\""]


class Undrawn(TemplateResponse):
    """Asks all that a list's template asks, and draws nothing of it, which takes most of the time."""

    @property
    def rendered_content(self) -> str:
        change_list = (self.context_data or {}).get("cl")
        if change_list is None:
            return super().rendered_content
        filters = [list(spec.choices(change_list)) for spec in change_list.filter_specs]
        return str((date_hierarchy(change_list), result_list(change_list), pagination(change_list), filters))


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.contrib.admin.options.TemplateResponse", Undrawn)


def no_error(staff: Client, address: str, parameters: Iterable[tuple[str, str]]) -> None:
    """400 is for what no list offers, in which Django sees an attack; odd values of what one does lead to the list."""
    offered = {*own_names(LISTS[model_at(address)]), "q", "p", "o", "e", "all", "_facets", "_popup"}
    for name, value in parameters:
        expected = (200, 302) if name in offered else (200, 302, 400)
        assert staff.get(address, {name: value}).status_code in expected, (name, value)


def some_with_each(names: Sequence[str], nth: int) -> Iterator[tuple[str, str]]:
    """Every name and every value at least once, beginning elsewhere with each number: all pairs come in some list."""
    for at in range(max(len(names), len(ODD))):
        yield names[at % len(names)], ODD[(at + nth) % len(ODD)]


PARAMETERS = ("q", "p", "o", "e", "all", "_facets", "_popup", "_changelist_filters", "nonsense")
KINDS = ("", "__gte", "__year", "__in", "__isnull")


@pytest.mark.usefixtures("undrawn")
def test_odd_lists(shown: tuple[str, admin.ModelAdmin], staff: Client) -> None:
    nth = list(LISTS.values()).index(shown[1])
    no_error(staff, shown[0], some_with_each(PARAMETERS, nth))
    no_error(staff, shown[0], (("q", value) for value in ODD))  # each list searches in other columns


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("model", "name"), list(asked_for()))
def test_odd_lookups(model: str, name: str, staff: Client) -> None:
    """Every value as it is, where a filter of ours may read it; of the lookups, which are Django's, some of each."""
    nth = list(asked_for()).index((model, name))
    no_error(staff, address_of(model), ((name, value) for value in ODD))
    no_error(staff, address_of(model), some_with_each([name + kind for kind in KINDS], nth))


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
def test_odd_lists_every_pair(shown: tuple[str, admin.ModelAdmin], staff: Client) -> None:
    no_error(staff, shown[0], product(PARAMETERS, ODD))


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("model", "name"), list(asked_for()))
def test_odd_lookups_every_pair(model: str, name: str, staff: Client) -> None:
    no_error(staff, address_of(model), product((name + kind for kind in KINDS), ODD))


# Values a column can't be compared with: one end of a range, three of them, invalid patterns, too long ones.
UNASKABLE = [("__range", "a"), ("__range", "a,b"), ("__regex", "("), ("__iregex", "[")]


@pytest.mark.django_db(transaction=True)  # as on the site, where a statement that fails spoils no other one
@pytest.mark.usefixtures("undrawn")
def test_what_no_statement_can_be_made_of(shown: tuple[str, admin.ModelAdmin], staff: Client) -> None:
    offered = own_names(shown[1])
    texts = [
        field.name for field in shown[1].model._meta.fields if field.name in offered and isinstance(field, CharField)
    ]
    no_error(staff, shown[0], ((name + lookup, value) for name in texts for lookup, value in UNASKABLE))
    no_error(staff, shown[0], [("q", "a" * 55_000), ("name__range", "a"), ("name__regex", "(")])


DATES = [(HUGE, 1, 1), (0, 1, 1), (9999, 12, 31), (2026, 13, 1), (2026, 2, 31), (-5, 1, 1), (1, 1, 1)]


def test_odd_dates(shown: tuple[str, admin.ModelAdmin], staff: Client) -> None:
    address, model_admin = shown
    for date in DATES:
        query = {
            f"{model_admin.date_hierarchy}__{part}": value
            for part, value in zip(("year", "month", "day"), date, strict=True)
        }
        assert staff.get(address, query).status_code in (200, 302, 400), date


@pytest.mark.parametrize("row", ["\0", HUGE, "x"])
def test_odd_rows(shown: tuple[str, admin.ModelAdmin], staff: Client, row: str) -> None:
    address, _ = shown
    for action in ("delete_selected", "nonsense"):
        answer = staff.post(address, {"action": action, "_selected_action": row})
        assert answer.status_code in (200, 302, 400, 403, 422)  # 422: the sign-up rules are a form, not a list
    for page in ("change", "history", "delete"):
        assert staff.get(f"{address}{row}/{page}/").status_code in (302, 403, 404)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_answer_is_a_page(staff: Client, language: str) -> None:
    answer = staff.get(
        "/admin/tables/table/", {"created_at__year": HUGE}, headers={"accept-language": language}
    )  # fmt: skip
    assert (answer.status_code, answer.url) == (302, "/admin/tables/table/")
    page = staff.get(answer.url, headers={"accept-language": language}).content.decode()
    assert f'lang="{language}"' in page
    assert {"en": "The list can’t be filtered", "ja": "その値では一覧を"}[language] in page


def test_errors_of_ours_are_not_hidden(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr("games.tables.views.home.render", broken)
    with pytest.raises(ValueError, match="a fault"):
        staff.get("/lobby/")
