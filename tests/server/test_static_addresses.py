"""Static files' addresses follow from their content, and so do those of the modules that import one another."""

from pathlib import Path

import pytest
from django.core.management import call_command

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
    kept = tmp_path / address.removeprefix("/static/")
    assert kept.read_bytes() == (tmp_path / "site/tokens.css").read_bytes()
    with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
        collected.url("games/none.js")


def test_a_module_imports_by_such_names(collected: ManifestStorage, tmp_path: Path) -> None:
    main = (tmp_path / collected.url("site/main.js").removeprefix("/static/")).read_text()
    clocks = collected.url("site/controllers/clocks_controller.js").rpartition("/")[2]
    assert f"./controllers/{clocks}" in main
