"""Static files' addresses: of their content, and worked out once."""

from pathlib import Path

import pytest
from django.core.management import call_command

from config.staticfiles import CachedManifestStorage


@pytest.fixture
def collected(tmp_path: Path, settings) -> CachedManifestStorage:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.staticfiles.CachedManifestStorage"}}
    call_command("collectstatic", verbosity=0, interactive=False)
    return CachedManifestStorage()


def test_a_name_follows_from_the_content_and_is_worked_out_once(
    collected: CachedManifestStorage, tmp_path: Path
) -> None:
    address = collected.url("site/tokens.css")
    assert address.startswith("/static/site/tokens.")
    assert address != "/static/site/tokens.css"
    kept = tmp_path / address.removeprefix("/static/")
    assert kept.read_bytes() == (tmp_path / "site/tokens.css").read_bytes()
    collected.hashed_files.clear()  # as if nothing were known
    assert collected.url("site/tokens.css") == address
    with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
        collected.url("games/none.js")
