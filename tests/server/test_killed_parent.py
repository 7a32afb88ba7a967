"""`manage.py serve` with its house or its parent killed. No database matters here."""

import os
import signal
from pathlib import Path

import pytest

from tests.server.running import Migrated, eventually, left_of, serving

pytestmark = pytest.mark.process


def test_nothing_survives_a_kill_of_the_house_nor_of_the_parent(tmp_path: Path, migrated: Migrated) -> None:
    with serving(migrated(tmp_path / "data"), "--host", "127.0.0.1") as serve:
        house = serve.group
        os.kill(house, signal.SIGKILL)
        assert eventually(lambda: left_of(house) == [], 10), left_of(house)
        assert eventually(lambda: serve.log.read_text().count("Tefuda is open") == 2)
        assert serve.get("/account/login/")[0] == 200

        group = serve.group
        assert eventually(lambda: serve.shows_life("background"))
        assert eventually(lambda: len(left_of(group)) == 7), left_of(group)
        serve.parent.kill()
        assert eventually(lambda: left_of(group) == [], 10), left_of(group)
