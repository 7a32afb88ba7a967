"""The page one practises on, what it fetches, and under which policy that runs."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponseNotFound
from django.test import Client, RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from config.middleware.static_files import StaticFilesMiddleware
from games.pwa.practice import bundle, pyodide, views
from tests.needs import needs

pytestmark = pytest.mark.django_db
MB = 1_000_000
PLAN = re.compile(r'<script id="plan" type="application/json">(.*?)</script>')


@pytest.fixture
def installed(tmp_path: Path, settings) -> Path:
    """A folder like the one `make practice` fills."""
    folder = tmp_path / pyodide.BASE_URL.strip("/")
    folder.mkdir(parents=True)
    for n, name in enumerate(pyodide.FILES, 1):
        (folder / name).write_bytes(b"x" * 1000 * n)
    (folder / f"{pyodide.FILES[0]}.gz").write_bytes(b"y" * 10)
    settings.PYODIDE_ROOT = tmp_path
    return tmp_path


def plan(client: Client, **headers: str) -> dict:
    return json.loads(PLAN.search(client.get("/practice/", headers=headers).content.decode())[1])


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "isn’t set up on this site"), ("ja", "このサイトではまだ使えません")]
)
def test_where_it_is_not_installed_the_page_says_so(client, tmp_path, settings, language, sentence):
    settings.PYODIDE_ROOT = tmp_path
    html = client.get("/practice/", headers={"accept-language": language}).content.decode()
    assert sentence in html
    assert PLAN.search(html) is None
    assert "practice.js" not in html


def test_half_an_installation_is_none(client, installed):
    (installed / pyodide.BASE_URL.strip("/") / pyodide.FILES[-1]).unlink()
    assert "isn’t set up on this site" in client.get("/practice/").content.decode()


def test_the_plan_names_every_file_and_its_size(client, installed):
    listing = plan(client)
    sizes = {file["url"]: (file["size"], file["sent"]) for file in listing["files"]}
    assert sizes[pyodide.BASE_URL + pyodide.FILES[0]] == (1000, 10)
    assert sizes[pyodide.BASE_URL + pyodide.FILES[1]] == (2000, 2000)
    assert sizes[listing["zip"]] == (len(bundle.get_bundle()),) * 2
    assert listing["sent"] == sum(sent for _, sent in sizes.values())
    assert listing["cache"].startswith("tefuda-kept-practice-")
    assert set(listing["pictures"]) >= {"site/back.svg", "sdc/cards.svg"}
    assert not sizes.keys() & set(listing["strongTables"].values())  # fetched when they are needed
    sizes[listing["strongTables"]["lombard"]] = (len(bundle.get_strong_tables()["lombard"]),) * 2
    for address in (listing["worker"], listing["zip"], listing["strongTables"]["lombard"]):
        answer = client.get(address)
        assert len(answer.content) == sizes[address][0]
        assert "immutable" in answer["Cache-Control"]


def test_only_the_worker_may_compile_webassembly_and_nothing_may_eval(client, installed):
    listing = plan(client)
    policy = client.get(listing["worker"])["Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    for address in (
        "/",
        "/practice/",
        "/practice/?kept=1",
        "/lobby/",
        "/games/sdc/rules/",
        listing["zip"],
        "/no/such/",
    ):
        assert "eval" not in client.get(address)["Content-Security-Policy"], address


def list_own(plan: dict) -> list[str]:
    return [plan["worker"], plan["zip"], *plan["strongTables"].values()]


def test_the_version_before_is_still_there_for_its_open_pages(client, installed, settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path / "data"
    before = plan(client)
    contents = {address: client.get(address).content for address in list_own(before)}
    monkeypatch.setattr(bundle, "get_archives", dict)  # another version now
    monkeypatch.setattr(views, "_digest", lambda file: "0123456789abcdef")
    for address, content in contents.items():
        answer = client.get(address)
        assert (answer.status_code, answer.content) == (200, content)
        assert "immutable" in answer["Cache-Control"]


def test_what_no_version_has_left_is_not_there(client, installed):
    assert client.get("/practice/assets/0000/worker.js").status_code == 404
    assert client.get("/practice/assets/0000/tefuda.zip").status_code == 404


@pytest.mark.parametrize(
    ("address", "for_ever"),
    [
        (f"{pyodide.BASE_URL}pyodide.mjs", True),
        ("/static/site/base.3f2a9c01b7de.css", True),
        ("/static/admin/img/LICENSE.2c54f4e1ca1c", True),
        ("/static/site/base.css", False),
        ("/static/staticfiles.json", False),
        ("/practice/assets/pyodide-0.0.0/pyodide.mjs", False),
    ],
)
def test_what_never_changes_may_be_kept_for_ever(address: str, for_ever: bool):
    static_files = WhiteNoiseMiddleware(lambda request: None)
    assert static_files.immutable_file_test("", address) is for_ever


def test_what_is_installed_while_the_site_runs_is_served(tmp_path, settings, installed):
    """And nothing else of the folder, nor what lies outside."""
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False  # as on a site in use
    settings.WHITENOISE_ROOT, settings.PYODIDE_ROOT = None, tmp_path / "later"
    static_files = StaticFilesMiddleware(lambda request: HttpResponseNotFound())
    address = pyodide.BASE_URL + pyodide.FILES[0]
    assert static_files(RequestFactory().get(address)).status_code == 404
    (tmp_path / "later").mkdir()
    (installed / "practice").rename(tmp_path / "later" / "practice")
    (tmp_path / "later" / "secret").write_text("secret")
    answer = static_files(RequestFactory().get(address, headers={"accept-encoding": "gzip"}))
    assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")
    assert "immutable" in answer["Cache-Control"]
    for path in ("/secret", f"{pyodide.BASE_URL}../../../secret", f"{pyodide.BASE_URL}none.js"):
        assert static_files(RequestFactory().get(path)).status_code == 404


def test_the_page_that_a_device_keeps_knows_nobody(installed, visit, alice):
    own_html, kept_html = (
        visit(alice, "en").get(address).content.decode() for address in ("/practice/", "/practice/?kept=1")
    )
    assert alice.name in own_html
    assert alice.name not in kept_html
    assert "data-device-nobodys-value" in kept_html  # it doesn't say that no one is logged in
    assert "data-device-nobodys-value" not in own_html
    assert "csrfmiddlewaretoken" in own_html
    assert "csrfmiddlewaretoken" not in kept_html


@needs(pyodide.list_runtime_files(settings.PYODIDE_ROOT), "`make practice`")
def test_the_download_has_ten_megabytes_at_most(client):
    """Of the real thing, as it goes over the line, with all that the page itself needs."""
    files = pyodide.list_runtime_files(settings.PYODIDE_ROOT)
    assert sum(file.size for file in files) > 10 * MB  # so it is the real thing
    assert plan(client)["sent"] <= 9 * MB  # scripts, styles and pictures of the page have the rest


def test_a_package_with_another_checksum_is_refused(tmp_path):
    archive = tmp_path / "package.tgz"
    archive.write_bytes(b"something else")
    with pytest.raises(SystemExit, match="checksum differs"):
        pyodide.unpack(archive, tmp_path / "root")
    assert not (tmp_path / "root").exists()
