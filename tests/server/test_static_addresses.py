"""Static files' addresses follow from their content, and so do those of the modules that import one another."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.http import HttpResponseNotFound
from django.test import RequestFactory

from config.middleware.static_files import StaticFilesMiddleware
from config.staticfiles import ManifestStorage


@pytest.fixture
def collected(tmp_path: Path, settings) -> ManifestStorage:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.staticfiles.ManifestStorage"}}
    call_command("collectstatic", verbosity=0, interactive=False)
    return ManifestStorage()


def test_a_name_follows_from_the_content(collected: ManifestStorage, tmp_path: Path) -> None:
    address = collected.url("site/tokens.css")
    assert address.startswith("/static/site/tokens.")
    assert address != "/static/site/tokens.css"
    static_file = tmp_path / address.removeprefix("/static/")
    assert static_file.read_bytes() == (tmp_path / "site/tokens.css").read_bytes()
    with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
        collected.url("games/none.js")


def test_a_module_imports_by_such_names(collected: ManifestStorage, tmp_path: Path) -> None:
    main = (tmp_path / collected.url("site/main.js").removeprefix("/static/")).read_text()
    clocks = collected.url("site/controllers/clocks_controller.js").rpartition("/")[2]
    assert f"./controllers/{clocks}" in main


def test_a_file_that_another_version_has_added_is_served(collected: ManifestStorage, tmp_path: Path, settings) -> None:
    """And nothing else: neither what lies outside, nor a name that doesn't follow from its content."""
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False  # as on a site in use
    middleware = StaticFilesMiddleware(lambda request: HttpResponseNotFound())
    (tmp_path / "site" / "later.0123456789ab.css").write_text("a { }")
    (tmp_path / "site" / "later.css").write_text("a { }")
    (tmp_path.parent / "outside.0123456789ab.css").write_text("secret")

    def asked(path: str) -> tuple[int, str]:
        answer = middleware(RequestFactory().get(path))
        return answer.status_code, answer.headers.get("Cache-Control", "")

    assert asked("/static/site/later.0123456789ab.css") == (200, "max-age=315360000, public, immutable")
    for path in ("/static/site/later.css", "/static/../outside.0123456789ab.css", "/static/site/no.0123456789ab.css",
                 "/static//etc/x.0123456789ab.css"):  # fmt: skip
        assert asked(path)[0] == 404, path
