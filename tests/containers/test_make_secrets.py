"""The secrets of a site in containers: each is created once and can be read only by its user."""

import base64
import stat
import subprocess
import sys
from pathlib import Path

from config.server.processes.make_secrets import make_secrets
from tests.server.running import ROOT

NAMES = ["database_password", "metrics_token", "pgbouncer_users", "pgpass", "secret_key", "vapid_key"]


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_all_are_made_and_none_twice(tmp_path: Path) -> None:
    assert sorted(make_secrets(tmp_path)) == NAMES
    first = contents(tmp_path)
    assert sorted(first) == NAMES
    assert make_secrets(tmp_path) == []
    assert contents(tmp_path) == first


def test_two_sites_share_none(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        make_secrets(tmp_path / name)
    first, second = contents(tmp_path / "one"), contents(tmp_path / "other")
    assert not set(first.values()) & set(second.values())


def test_one_that_was_lost_is_made_again_from_what_there_is(tmp_path: Path) -> None:
    make_secrets(tmp_path)
    first = contents(tmp_path)
    (tmp_path / "pgpass").unlink()
    (tmp_path / ".pgbouncer_users.new").write_text("half")  # a start was killed
    (tmp_path / "pgbouncer_users").unlink()
    assert sorted(make_secrets(tmp_path)) == ["pgbouncer_users", "pgpass"]
    assert contents(tmp_path) == first


def test_they_are_what_their_readers_expect(tmp_path: Path) -> None:
    make_secrets(tmp_path)
    secrets = {name: text.removesuffix("\n") for name, text in contents(tmp_path).items()}
    assert len(secrets["secret_key"]) >= 50
    assert len(base64.urlsafe_b64decode(secrets["vapid_key"] + "=")) == 32
    assert secrets["pgpass"] == f"*:*:*:tefuda:{secrets['database_password']}"
    assert secrets["pgbouncer_users"] == f'"tefuda" "{secrets["database_password"]}"'
    assert ":" not in secrets["database_password"]  # libpq would want it escaped


def test_nobody_else_may_read_them(tmp_path: Path) -> None:
    make_secrets(tmp_path)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes.pop("pgpass") == 0o400  # libpq ignores it otherwise
    assert set(modes.values()) == {0o440}


def test_the_command_says_names_and_no_secrets(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "config.server.processes.make_secrets", str(tmp_path)]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert sorted(output.split()) == sorted(["made"] * len(NAMES) + NAMES)
