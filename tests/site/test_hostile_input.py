"""Numbers, JSON and characters that no form of ours sends, at every address: refused, and never an error of ours."""

import inspect
import re
from collections.abc import Iterator
from urllib.parse import quote_from_bytes

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, get_resolver

from games.circles.models import Circle, CircleMember
from tests.rollback import rolled_back
from tests.site.test_every_address import FORM, filled, match, things, young  # noqa: F401  # fixtures

pytestmark = pytest.mark.thorough

HUGE = b"9" * 400
VALUES = {
    "400 digits": HUGE,
    "minus 400 digits": b"-" + HUGE,
    "5000 digits": b"9" * 5_000,  # more than Python turns into a number
    "20 digits": b"9" * 20,  # more than a database does
    "an exponent": b"1e400",
    "deep JSON": b'{"a":' * 3_000,
    "deep lists": b"[" * 3_000,
    "a surrogate in JSON": rb'{"type":"\ud800"}',
    "a huge number in JSON": b'{"type":' + HUGE + b"}",
    "a NUL": b"a\0b",
    "a lone surrogate": b"\xed\xa0\x80",
}
ONE_BY_ONE = "400 digits"  # sent in each field alone as well, because refusing one may hide an error with another
READ = re.compile(r"""(?:GET|POST|query|params|said|form|data)(?:\.get(?:list)?\(|\[)\s*["']([\w-]+)["']""")
READ_BY_HELPER = re.compile(r"""(?:read|parse)_\w+\(\s*request(?:\.\w+)?,\s*["']([\w-]+)["']""")
FIELD = re.compile(r"<(?:input|select|textarea|button)\b[^>]*\bname=\"([^\"]+)\"[^>]*>")
VALUE = re.compile(r"\bvalue=\"([^\"]*)\"")
LINKED = re.compile(r"[?&;]([\w-]+)=")


def list_views() -> Iterator[tuple[str, object]]:
    return _list_views(get_resolver("config.urls").url_patterns, "")


def _list_views(patterns: list, before: str) -> Iterator[tuple[str, object]]:
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield here.replace("^", "").replace("$", "") or "(front)", pattern.callback
        else:
            yield from _list_views(pattern.url_patterns, here)


def list_read_names(view: object) -> set[str]:
    """The names that the view's module asks a query or a form for."""
    module = inspect.getmodule(inspect.unwrap(view))
    try:
        source = inspect.getsource(module)
    except (OSError, TypeError):
        return set()
    return {*READ.findall(source), *READ_BY_HELPER.findall(source)}


def read_page(client: Client, path: str) -> tuple[dict[str, str], set[str]]:
    """The fields of a page's forms, and the names in its links."""
    with rolled_back():
        page = client.get(path)
    if page.status_code != 200 or page.streaming or "html" not in page.get("Content-Type", ""):
        return {}, set()
    text = page.content.decode()
    fields = {tag[1]: value[1] if (value := VALUE.search(tag[0])) else "" for tag in FIELD.finditer(text)}
    return fields, {name for name in LINKED.findall(text) if len(name) < 20}


def is_repeated(address: str, names: set[str], visited: set[tuple[str, frozenset[str]]]) -> bool:
    """Return whether nothing is sent, or the same names went to the same kind of admin page of another model."""
    page = (re.sub(r"^admin/\w+/\w+/", "admin/", address), frozenset(names))
    if not names or page in visited:
        return True
    visited.add(page)
    return False


def encode(pairs: dict[str, bytes | str]) -> str:
    raw = {name: value.encode() if isinstance(value, str) else value for name, value in pairs.items()}
    return "&".join(
        f"{quote_from_bytes(name.encode())}={quote_from_bytes(value)}" for name, value in raw.items()
    ).encode()


def send(client: Client, method: str, path: str, pairs: dict[str, bytes | str]) -> int:
    cache.clear()  # of limits
    query = encode(pairs)
    with rolled_back():
        if method == "get":
            joined = f"{path}{'&' if '?' in path else '?'}{query}"
            return client.get(joined).status_code
        return client.post(path, query, content_type="application/x-www-form-urlencoded").status_code


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("reader", ["stranger", "boss"])
def test_no_query_and_no_form_is_an_error_of_ours(reader, method, match, moderator, visit):  # noqa: F811
    user = {"stranger": None, "boss": moderator}[reader]
    client, rows, wrong, visited = visit(user), things(match), [], set()
    client.raise_request_exception = False
    as_it_came = client.cookies.copy()
    for address, view in list_views():
        path = filled(address, match, rows)
        client.cookies = as_it_came.copy()
        fields, linked = read_page(client, path)
        read = list_read_names(view)
        names = read | linked if method == "get" else read | set(fields)
        if is_repeated(address, names, visited):
            continue
        usual = {name: fields.get(name) or FORM.get(name, "1") for name in names} if method == "post" else {}
        for kind, value in VALUES.items():
            for bad in [None, *(sorted(names) if kind == ONE_BY_ONE else ())]:
                pairs = dict.fromkeys(names, value) if bad is None else {**usual, bad: value}
                client.cookies = as_it_came.copy()
                status = send(client, method, path, pairs)
                if status >= 500:
                    wrong.append((address, bad, kind, status))
    assert wrong == []


@pytest.mark.parametrize("number", ["9" * 20, "9" * 400, "9" * 5_000])
def test_a_huge_number_in_an_address_leads_nowhere(match, moderator, visit, number):  # noqa: F811
    client, rows, wrong = visit(moderator), things(match), []
    client.raise_request_exception = False
    for address, _ in list_views():
        for part in re.findall(r"<(?:int|path):\w+>", address):
            path = filled(address.replace(part, number), match, rows)
            with rolled_back():
                wrong += [(address, status) for status in (client.get(path).status_code,) if status >= 500]
            with rolled_back():
                wrong += [(address, status) for status in (client.post(path, FORM).status_code,) if status >= 500]
    assert wrong == []


@pytest.mark.parametrize("public_id", ["a\0b", "\0" * 12, "x", "9" * 400])
def test_a_form_may_name_anybody_by_an_id_that_is_none(match, alice, charlie, visit, public_id):  # noqa: F811
    circle = Circle.objects.create(name="Club", owner=alice)
    CircleMember.objects.bulk_create(CircleMember(circle=circle, user=user) for user in (alice, charlie))
    client = visit(alice)
    invited = client.post(f"/tables/{match.public_id}/invitations/", {"friend": public_id})
    assert invited.status_code == 400
    for change in ("remove", "hand-over"):
        refused = client.post(f"/circles/{circle.public_id}/", {"do": change, "member": public_id})
        assert 400 <= refused.status_code < 500
    assert CircleMember.objects.filter(circle=circle).count() == 2
    assert Circle.objects.get().owner == alice
