"""All addresses of the site, as its urls.py make them, without what tests add."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, get_resolver


@dataclass(frozen=True, slots=True)
class Address:
    """A pattern of the urls.py: `tables/<public_id:public_id>/move/`, "tables:move", what answers, what it asks for."""

    route: str
    name: str
    view: Callable[..., Any]
    converters: dict[str, Any] = field(hash=False)


def walk_urls(urlconf: str = "config.urls") -> Iterator[Address]:
    """Those of the administration too, in the order in which they are tried."""
    yield from _walk(get_resolver(urlconf).url_patterns, "", "", {})


def _walk(patterns: list[Any], before: str, space: str, inherited_converters: dict[str, Any]) -> Iterator[Address]:
    for pattern in patterns:
        route = before + str(pattern.pattern).removeprefix("^").removesuffix("$")
        converters = inherited_converters | pattern.pattern.converters
        if isinstance(pattern, URLPattern):
            yield Address(route, f"{space}{pattern.name}" if pattern.name else "", pattern.callback, converters)
        else:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _walk(pattern.url_patterns, route, inner, converters)
