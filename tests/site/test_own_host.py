"""No address outside our own host: the whole site works without the internet.

A page's links, forms and assets are followed as long as they lead to new kinds of pages; everything named by them,
by style sheets, scripts, drawings or the manifest is checked.
"""

import re
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from games.catalog import registry
from games.tables.models import Table
from tests.matches import opened, play_on, running

pytestmark = pytest.mark.thorough

BASE_DIR = settings.BASE_DIR
# XML namespaces of drawings; they are never loaded.
NAMES = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/xlink|1999/xhtml|1998/Math/MathML)")
FOREIGN = re.compile(r"(?:https?|wss?|ftp):\\?/\\?/(?!testserver/)[^\s\"'<>)`]+", re.IGNORECASE)
# What leads somewhere without naming a scheme, or names one we don't look for.
LEADS = re.compile(
    r"""(?:href|src|action|srcset|poster|data|formaction|hx-get|hx-post|content|data-\w+)=["']?(//[^"'\s>]+)"""
    r"""|url\(\s*["']?(//[^"')]+)|@import\s+["'](//[^"']+)"""
)
LINKS = re.compile(r"""(?<![\w-])(?:href|src|action)="([^"#]+)""")
ONES = re.compile(r"/(tables|replays|players)/[a-z0-9]{12}/(positions/\d+/)?")
LESSONS = re.compile(r"(?<=/lessons/)[a-z-]+(?=/)|(?<=/)\d+(?=/)")  # hundreds of pages with texts from catalogues
TEXTUAL = re.compile(r"text/|application/(manifest\+)?json")
# Files of others: the admin's and libraries, whose comments name much, and editions of htmx that no page of ours names.
LEFT_OUT = re.compile(r"admin/|vendor/|mfa/|django_htmx/(?!htmx-2\.min\.js)")


def foreign(text: str) -> list[str]:
    """The addresses in a text that lead away."""
    text = NAMES.sub("", text)
    return FOREIGN.findall(text) + [next(filter(None, groups)) for groups in LEADS.findall(text)]


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ('<script src="https://cdn.example.org/x.js">', 1),
        ('<img src="//cdn.example.org/x.png">', 1),
        ("a { background: url(//cdn.example.org/x.png) }", 1),
        ('@import "//fonts.example.org/x.css";', 1),
        ('fetch("http://example.org")', 1),
        ('new WebSocket("wss://example.org")', 1),
        ('<svg xmlns="http://www.w3.org/2000/svg"><use href="/static/a.svg#b"/></svg>', 0),
        ('<input value="http://testserver/tables/abc/invitations/xyz/">', 0),
        ("// a comment", 0),
    ],
)
def test_what_leads_away_is_found(text: str, bad: int) -> None:
    assert len(foreign(text)) == bad


def crawl(client: Client, *starts: str) -> dict[str, str]:
    """Address and text of all that can be reached; of what differs by table, person or step only, one of each kind."""
    waiting, visited_kinds, texts = [*starts], set[str](), dict[str, str]()
    while waiting:
        address = waiting.pop()
        kind = LESSONS.sub("x", ONES.sub(r"/\1/x/", address.partition("?")[0]))
        if kind in visited_kinds:
            continue
        visited_kinds.add(kind)
        if address.startswith("/static/"):
            continue  # looked at as files below
        answer = client.get(address, follow=True)
        if not TEXTUAL.match(answer["Content-Type"]):
            continue  # pictures, and the program that replays records
        text = b"".join(answer).decode()
        texts[address] = text
        for link in LINKS.findall(text):
            target = urlsplit(urljoin(f"http://testserver{address}", link.replace("&amp;", "&")))
            if target.netloc == "testserver":
                waiting.append(target.path + (f"?{target.query}" if target.query else ""))
    return texts


def test_no_page_names_another_host(alice, bob, moderator, visit):
    """She reads Japanese, the others English."""
    ended = running("sdc", alice, bob, options={"start_coins": 5, "stage_limit": 20})
    play_on(ended)
    tables = [running(slug, alice, level="beginner") for slug in registry.list_metadata()]
    tables.append(opened("lombard", alice, visibility=Table.Visibility.PUBLIC))
    starts = ["/", "/sw.js", "/offline/session/", "/manifest.ja.webmanifest", "/manifest.en.webmanifest", "/none/"]
    starts += [f"/tables/{table.public_id}/{part}" for table in tables for part in ("", "fragment/")]
    starts += [f"/replays/{ended.public_id}/", f"/tables/{ended.public_id}/", "/account/login/", "/account/signup/"]
    starts += [f"/games/{slug}/rules/{query}" for slug in registry.list_metadata() for query in ("", "?sources=1")]
    texts = crawl(visit(alice, "ja"), *starts) | {
        f"{address} (anonymous)": text for address, text in crawl(visit(None, "en"), *starts).items()
    }
    kinds = {ONES.sub(r"/\1/x/", address) for address in texts}
    assert {"/", "/lobby/", "/history/", "/tables/x/", "/replays/x/", "/players/x/", "/settings/profile/"} <= kinds
    for table in tables:  # of each title, though they are of one kind
        for part in ("", "fragment/"):
            path = f"/tables/{table.public_id}/{part}"
            texts[path] = visit(alice, "ja").get(path).content.decode()
    for slug in registry.list_metadata():
        for language in ("en", "ja"):
            address = f"/games/{slug}/rules/?sources=1"
            texts[f"{address} {language}"] = visit(None, language).get(address).content.decode()
    assert {address: bad for address, text in texts.items() if (bad := foreign(text))} == {}


def test_no_translation_names_another_host():
    """So that both languages have the same exceptions."""
    catalogues = [path for folder in ("locale", "games", "accounts") for path in (BASE_DIR / folder).rglob("*.po")]
    assert len(catalogues) > len(registry.list_metadata())
    texts = {path: path.read_text().partition("\n\n")[2] for path in catalogues}  # what comes first is the file's head
    assert {path: bad for path, text in texts.items() if (bad := foreign(text))} == {}


def test_no_file_of_ours_names_another_host():
    addresses, looked_at = dict[str, list[str]](), set[str]()
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            if LEFT_OUT.match(path) or not path.endswith((".js", ".css", ".svg", ".html", ".json")):
                continue
            with storage.open(path) as file:
                if bad := foreign(file.read().decode()):
                    addresses[path] = bad
                looked_at.add(path)
    assert addresses == {}
    assert {"site/main.js", "pwa/service_worker.js", "sdc/cards.svg", "django_htmx/htmx-2.min.js"} <= looked_at
