"""The lists take filters from the address: whatever it asks for, the answer is no error of ours."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db.models import Field
from django.test import Client
from django.urls import reverse

from accounts.models import User

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


def own_names(shown: admin.ModelAdmin) -> set[str]:
    """What a list's own filters and its dates are called in an address."""
    filters = [getattr(item, "parameter_name", item) for item in shown.list_filter]
    return {*filters, *filter(None, [shown.date_hierarchy])}


def asked_for() -> Iterator[tuple[str, str]]:
    """Lists and what to ask them for: their own filters, and of the columns one of each kind, which Django reads."""
    kinds: set[type[Field]] = set()
    for model, shown in LISTS.items():
        yield from ((model, name) for name in sorted(own_names(shown)))
        for field in shown.model._meta.fields:
            if type(field) not in kinds and field.name not in own_names(shown):
                kinds.add(type(field))
                yield model, field.name


ODD = ["\0", ",\0", HUGE, f"-{HUGE}", "nan", "٣", "x" * 5_000]


@pytest.mark.parametrize("value", ODD, ids=lambda text: repr(text)[:12])
def test_odd_lists(shown: tuple[str, admin.ModelAdmin], staff: Client, value: str) -> None:
    for name in ("q", "p", "o", "e", "all", "_facets", "_popup", "_changelist_filters", "nonsense"):
        assert staff.get(shown[0], {name: value}).status_code in (200, 302, 400)


@pytest.mark.parametrize(("model", "name"), list(asked_for()))
def test_odd_lookups(model: str, name: str, staff: Client) -> None:
    for kind in ("", "__gte", "__year", "__in", "__isnull"):
        for value in ODD:
            assert staff.get(address_of(model), {name + kind: value}).status_code in (200, 302, 400)


@pytest.mark.parametrize(
    "date", [(HUGE, 1, 1), (0, 1, 1), (9999, 12, 31), (2026, 13, 1), (2026, 2, 31), (-5, 1, 1), (1, 1, 1)]
)
def test_odd_dates(shown: tuple[str, admin.ModelAdmin], staff: Client, date: tuple[object, ...]) -> None:
    address, what = shown
    asked = {
        f"{what.date_hierarchy}__{part}": value for part, value in zip(("year", "month", "day"), date, strict=True)
    }
    assert staff.get(address, asked).status_code in (200, 302, 400)


@pytest.mark.parametrize("row", ["\0", HUGE, "x"])
def test_odd_rows(shown: tuple[str, admin.ModelAdmin], staff: Client, row: str) -> None:
    address, _ = shown
    for action in ("delete_selected", "nonsense"):
        answer = staff.post(address, {"action": action, "_selected_action": row})
        assert answer.status_code in (200, 302, 400, 403)
    for page in ("change", "history", "delete"):
        assert staff.get(f"{address}{row}/{page}/").status_code in (302, 403, 404)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_answer_is_a_page(staff: Client, language: str) -> None:
    answer = staff.get(
        "/admin/games/table/", {"created_at__year": HUGE}, headers={"accept-language": language}
    )  # fmt: skip
    assert answer.status_code == 400
    assert f'lang="{language}"' in answer.content.decode()


def test_errors_of_ours_are_not_hidden(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr("games.tables.views.front.render", broken)
    with pytest.raises(ValueError, match="a fault"):
        staff.get("/lobby/")
