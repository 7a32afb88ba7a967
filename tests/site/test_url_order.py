"""No address matches two patterns, in whatever order the urls.py are combined."""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, include, path, resolve, reverse

from config import urls as site
from tests.site.url_map import Address, walk_urls

ADMIN = reverse("admin:index").removeprefix("/")
OURS = [entry for entry in walk_urls() if not entry.route.startswith(ADMIN)]
GAP = re.compile(r"<(?:\w+:)?(\w+)>")
# One value for every kind of gap, and all that some address calls something: "new", "cancel", "transparency-log.txt" …
USUAL = ("k3vm9qk3vm9q", "7", "Xq-7")
WORDS = sorted({part for entry in OURS for part in re.split(r"[/.]", entry.route) if re.fullmatch(r"[\w-]+", part)})


def reordered(patterns: list[Any]) -> list[Any]:
    """The same, the last first, at every level: whichever of two came first comes second."""
    return [
        pattern if isinstance(pattern, URLPattern) else _reorder_included(pattern) for pattern in reversed(patterns)
    ]


def _reorder_included(resolver: Any) -> Any:
    inner = reordered(resolver.url_patterns)
    return path(
        str(resolver.pattern),
        include((inner, resolver.app_name), resolver.namespace) if resolver.app_name else include(inner),
    )


BACKWARDS = ModuleType("backwards")
BACKWARDS.urlpatterns = reordered(site.urlpatterns)  # type: ignore[attr-defined]


def samples(address: Address) -> Iterator[str]:
    """Addresses of this kind, each gap filled once with everything that fits there and is a word elsewhere."""
    if "(?P<" in address.route:
        yield re.sub(r"\(\?P<\w+>[^)]*\)", "k3v", address.route)
        return
    gaps = GAP.findall(address.route)
    fitting = {
        name: [word for word in (*USUAL, *WORDS) if re.fullmatch(address.converters[name].regex, word)] for name in gaps
    }
    usual = {name: words[0] for name, words in fitting.items()}
    for name in gaps or [""]:
        for word in fitting.get(name, [""]):
            values = usual | {name: word}
            yield GAP.sub(lambda gap, values=values: values[gap[1]], address.route)


def find_route(sample: str, urlconf: Any) -> str:
    return re.sub(r"[\^$]", "", resolve(f"/{sample}", urlconf).route)


@pytest.mark.parametrize("urlconf", [site, BACKWARDS], ids=["as it is", "backwards"])
def test_every_address_is_only_its_own(urlconf: Any) -> None:
    mismatches = {
        (address.route, sample, resolved_route)
        for address in OURS
        for sample in samples(address)
        if (resolved_route := find_route(sample, urlconf)) != address.route
    }
    assert mismatches == set(), "(address, an example of it, what it was taken for)"


def _nothing(request: HttpRequest, word: str) -> HttpResponse:
    return HttpResponse()


def test_an_address_that_swallows_others_is_found() -> None:
    greedy = ModuleType("greedy")
    greedy.urlpatterns = [path("tables/<slug:word>/", _nothing), *site.urlpatterns]  # type: ignore[attr-defined]
    assert find_route("tables/next/", greedy) == "tables/<slug:word>/"
    backwards = ModuleType("greedy, backwards")
    backwards.urlpatterns = reordered(greedy.urlpatterns)  # type: ignore[attr-defined]
    assert find_route("tables/next/", backwards) == "tables/next/"


def test_no_address_has_two_names_and_no_name_two_addresses() -> None:
    names = [address.name for address in OURS if address.name]
    assert len(set(names)) == len(names)
    assert len({address.route for address in OURS}) == len(OURS)


def test_accounts_settings_and_links_in_mails_are_kept_by_no_browser() -> None:
    private = {address.route for address in OURS if address.name.startswith(("accounts:", "account_", "mfa_"))}
    private |= {address.route for address in OURS if address.name in ("notifications:settings", "set_language")}
    assert len(private) > 30
    assert [route for route in private if not f"/{route}".startswith(site.NO_STORE_PREFIXES)] == []
    routes = [f"/{address.route}" for address in walk_urls()]
    assert [prefix for prefix in site.NO_STORE_PREFIXES if not any(route.startswith(prefix) for route in routes)] == []
