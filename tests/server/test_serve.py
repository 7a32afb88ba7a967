"""`manage.py serve`, started for real: it answers, survives its children, and leaves nothing behind."""

import os
import re
import signal
from pathlib import Path

import pytest

from tests.server.running import eventually, left_of, open_to_others, serving

pytestmark = [pytest.mark.database, pytest.mark.process]

CHILDREN = ("web", "deadlines", "bots", "email", "background", "analysis")


def test_serve_answers_restarts_what_dies_and_stops_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path / "data", DJANGO_SETTINGS_MODULE="tests.served_settings") as serve:
        status, page = serve.get("/account/login/")
        assert status == 200
        (style,) = re.findall(r'<link rel="stylesheet" href="([^"]+\.[0-9a-f]{12}\.css)"', page)[:1]
        assert serve.get(style)[0] == 200
        group = serve.group
        for name in CHILDREN:
            assert eventually(lambda name=name: serve.shows_life(name)), f"{name} never did anything"
        assert open_to_others(serve.data) == []
        assert "secret_key" in os.listdir(serve.data)
        before = {name: serve.pid(name) for name in CHILDREN}
        for pid in before.values():
            os.kill(pid, signal.SIGKILL)
        for name in CHILDREN:
            assert eventually(lambda name=name: serve.pid(name) != before[name] and serve.shows_life(name)), name
        assert serve.get("/account/login/")[0] == 200
        assert len(left_of(group)) == len(CHILDREN) + 1, "the house and its children; nothing of the killed ones"

        serve.parent.send_signal(signal.SIGTERM)
        assert serve.parent.wait(10) == 0
        assert left_of(group) == []
        log = serve.log.read_text()
        assert "Traceback" not in log
        assert log.endswith("Stopped.\n")
