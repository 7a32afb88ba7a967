"""Cached parts of pages: in the right language, the same for everyone, without personal data."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.template.engine import Engine
from django.test import Client

from accounts.models import User
from games.catalog import registry
from games.practice.lessons.reader import list_lessons
from games.puzzles.making import get_today
from tests.every_game import LANGUAGES
from tests.matches import finished, running
from tests.puzzles.puzzles import create_puzzle

pytestmark = pytest.mark.django_db
PARTS = caches["template_fragments"]


@pytest.fixture(autouse=True)
def _none_kept() -> Iterator[None]:
    PARTS.clear()
    yield
    PARTS.clear()


def read_text(client: Client, address: str) -> str:
    """A page without the hour, and without the form's tokens and keys, which are others each time."""
    text = client.get(address).content.decode()
    return re.sub(r'data-now="\d+"|data-token="[^"]+"|name="(csrfmiddlewaretoken|key)" value="[^"]+"', "", text)


@pytest.mark.parametrize("slug", list(registry.list_metadata()))
def test_somebody_elses_visit_before_changes_nothing(slug, visit) -> None:
    seats = registry.list_metadata()[slug].seats_default
    people = [User.objects.create_user(f"person{n}", name=f"Person {n}") for n in range(seats)]
    table = running(slug, *people, seats=seats)
    clients = [visit(user, language) for language in ("en", "ja") for user in (*people[:2], None)]
    alone = []
    for client in clients:
        PARTS.clear()
        alone.append(read_text(client, table.get_absolute_url()))
    assert [read_text(client, table.get_absolute_url()) for client in clients] == alone
    assert len(set(alone)) == len(clients)


def test_each_language_has_its_own(client: Client) -> None:
    for language, words in (("en", "Practice offline"), ("ja", "オフラインで練習"), ("en", "Practice offline")):
        client.cookies["django_language"] = language
        text = client.get("/lobby/").content.decode()
        assert text.count(words) == 1
        assert f'lang="{language}"' in text


def test_a_replay_can_be_saved_once_it_is_one(alice, bob, visit) -> None:
    ended, runs, eye = finished("lombard", alice, bob), running("lombard", alice, bob), visit(alice)
    for _ in range(2):
        for table, keeps in ((ended, 1), (runs, 0)):
            answer = eye.get(f"/replays/{table.public_id}/?seat=0", follow=True)
            assert answer.status_code == 200
            assert answer.content.decode().count('data-controller="save-replay"') == keeps


ROOT = Path(__file__).resolve().parents[2]
# The modules that keep rendered parts for several readers; `kept_addresses` asks for what each of them keeps.
KEEPERS = {"games/puzzles/views.py", "games/tables/views/lessons.py"}
OF_ONE_READER = re.compile(r"\b(request|user|messages|csrf_token|csrf|perms|theme|page_address|header_counts)\b")
CACHED = re.compile(r"{% cache [^%]*%}(.*?){% endcache %}", re.DOTALL)
INCLUDED = re.compile(r'{% include "([^"]+)"')


def kept_addresses() -> list[str]:
    lessons = [f"/games/{slug}/lessons.json" for slug in registry.list_metadata()]
    hints = [
        f"/games/{slug}/lessons/{list_lessons(slug)[0].name}/hints/1/"
        for slug in registry.list_metadata()
        if registry.get_game(slug).adviser is not None
    ]
    return [*lessons, *hints, f"/puzzles/{get_today():%Y-%m-%d}.json", "/practice/?kept=1"]


def test_every_module_that_keeps_parts_is_known() -> None:
    sources = [path for part in ("games", "accounts", "config") for path in (ROOT / part).rglob("*.py")]
    keepers = {str(path.relative_to(ROOT)) for path in sources if 'caches["template_fragments"]' in path.read_text()}
    assert keepers == KEEPERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_kept_pages_hold_nothing_of_their_first_reader(alice, visit, language) -> None:
    create_puzzle()
    padding = "&a=" + "x" * 8_000
    for address in kept_addresses():
        plain = visit(None, language).get(address)
        assert plain.status_code == 200, address
        PARTS.clear()
        first = visit(alice, language)
        first.cookies["theme"] = "dark"
        first.post("/account/email/", {})  # leaves a message
        odd = first.get(f"{address}{padding}" if "?" in address else f"{address}?{padding}")
        assert odd.status_code == 200, address
        after = visit(None, language).get(address)
        if "hints" not in address:
            assert without_hour(odd.content) == without_hour(plain.content), address
        assert without_hour(after.content) == without_hour(plain.content), address
        assert b"xxxx" not in after.content, address


def without_hour(content: bytes) -> bytes:
    return re.sub(rb'data-now=\\?"\d+\\?"|name="(csrfmiddlewaretoken|key)" value="[^"]+"', b"", content)


@pytest.mark.parametrize("address", ["/games/lombard/lessons.json", "/practice/?kept=1"])
def test_the_log_in_link_of_a_kept_page_leads_back_to_that_page(visit, address) -> None:
    text = visit(None).get(address).content.decode()
    targets = set(re.findall(r'/account/login/\?next=([^"\\]+)', text))
    assert targets
    assert all(not target or target.startswith(("/games/lombard/lessons/", "/practice/")) for target in targets)


def test_no_cached_fragment_of_a_template_uses_anything_of_a_reader() -> None:
    loader = Engine.get_default()
    fragments = [
        (path, fragment)
        for path in [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/**/templates/**/*.html")]
        for fragment in CACHED.findall(path.read_text())
    ]
    assert len(fragments) > 4
    for path, fragment in fragments:
        for source in _walk_included(fragment, loader):
            tags = " ".join(re.findall(r"{[{%].*?[%}]}", source))
            assert not OF_ONE_READER.search(tags), path


def _walk_included(source: str, loader: Engine) -> Iterator[str]:
    yield source
    for name in INCLUDED.findall(source):
        template = loader.get_template(name)
        yield from _walk_included(template.source, loader)
