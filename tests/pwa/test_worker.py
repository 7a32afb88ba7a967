"""The service worker's script, the manifest and the icons."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from games.catalog import registry
from games.pwa import service_worker

STATIC = Path(settings.BASE_DIR) / "games" / "pwa" / "static"


def site_of(client) -> dict:
    return json.loads(re.search(r"^start\((\{.*\})\);$", client.get("/sw.js").content.decode(), re.MULTILINE)[1])


def test_the_worker_may_see_to_the_whole_site(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert "Tefuda-Reader" not in answer
    site = site_of(client)
    assert client.get(site["page"]).status_code == 200
    assert len(site["rules"]) == len(registry.list_metadata())
    for path in site["rules"]:
        assert client.get(path).status_code == 200


def test_a_changed_file_is_a_new_version(client, monkeypatch):
    before = site_of(client)["version"]
    monkeypatch.setattr(
        service_worker, "static", lambda name: f"/static/{name}?{'new' if name == 'pwa/main.js' else ''}"
    )
    changed = site_of(client)["version"]
    monkeypatch.setattr(service_worker, "static", lambda name: f"/static/{name}?")
    assert len({before, changed, site_of(client)["version"]}) == 3


def test_switched_off_it_removes_itself_and_pages_ask_for_none(client, settings):
    assert 'data-worker="/sw.js"' in client.get("/").content.decode()
    settings.SERVICE_WORKER_ENABLED = False
    script = client.get("/sw.js").content.decode()
    assert "unregister" in script
    assert "fetch" not in script
    assert "data-worker" not in client.get("/").content.decode()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_manifest(client, db, language):
    page = client.get("/", headers={"accept-language": language}).content.decode()
    address = re.search(r'<link rel="manifest" href="([^"]+)">', page)[1]
    answer = client.get(address)
    assert answer["Content-Type"] == "application/manifest+json"
    data = answer.json()
    assert data["lang"] == language
    assert data["display"] == "standalone"
    assert re.search(r"[ぁ-ん]", data["name"] + data["description"]) if language == "ja" else data["name"].isprintable()
    assert client.get(data["start_url"]).status_code == 200
    assert {icon["purpose"] for icon in data["icons"]} == {"any", "maskable"}
    for icon in data["icons"]:
        file = (STATIC / icon["src"].removeprefix("/static/")).read_bytes()
        assert file[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", file[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    for screenshot in data["screenshots"]:
        assert screenshot["sizes"] == "x".join(
            map(str, Image.open(STATIC / screenshot["src"].removeprefix("/static/")).size)
        )
    for shortcut in data["shortcuts"]:
        assert client.get(shortcut["url"]).status_code in (200, 302)
        assert bool(re.search(r"[ぁ-ん一-龥]", shortcut["name"])) == (language == "ja")


def test_no_manifest_in_another_language(client, db):
    assert client.get("/manifest.fr.webmanifest").status_code == 404


def test_the_worker_is_a_module_that_is_there(client):
    """A browser that can't fetch it has no service worker, and says so in its console alone."""
    script = client.get("/sw.js").content.decode()
    name = re.match(r'import { start } from "/static/([\w/.]+)";\n', script)[1]
    assert "export function start(" in (STATIC / name).read_text()
