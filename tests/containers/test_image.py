"""The image: what it weighs, who it runs as, what it may write, and what must not be in it."""

import json
import os
import re
import stat
from pathlib import Path

import pytest

from games.pwa.practice.pyodide import BASE_URL, FILES
from tests.containers.buildah import Image
from tests.server.running import ROOT

pytestmark = [pytest.mark.container, pytest.mark.timeout(1800)]

MOST_OVER_BASE = 200e6  # bytes
UID = 10001
WRITABLE = {"/backups", "/data", "/run/lock", "/secrets", "/tmp", "/var/tmp"}
IN_THE_ENVIRONMENT = {
    "LANG",
    "PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "TEFUDA_DATA_DIR",
    "TEFUDA_STATIC_ROOT",
}


def test_it_weighs_little_over_its_base(image: Image, base: Image) -> None:
    assert image.size - base.size <= MOST_OVER_BASE


def test_it_runs_as_nobody_in_particular(image: Image, pgbouncer: Image) -> None:
    for built_image in (image, pgbouncer):
        assert built_image.config["config"]["User"] == f"{UID}:{UID}"
        assert built_image.run("id", "-u") == str(UID)
        assert "CapEff:\t0000000000000000" in built_image.run("cat", "/proc/self/status")
    assert image.config["config"]["Labels"]["org.opencontainers.image.title"] == "Tefuda"
    assert "Healthcheck" not in image.config["config"]  # each service has its own


def test_it_can_write_where_its_volumes_are_and_nowhere_else(image: Image) -> None:
    mounted = ("/proc", "/sys", "/dev")
    leave_out = [word for folder in mounted for word in ("-not", "-path", f"{folder}*")]
    writable = image.run("sh", "-c", 'find / -xdev -writable "$@" 2>/dev/null || true', "sh", *leave_out).split()
    links = {path for path in writable if (image.root / path.lstrip("/")).is_symlink()}
    assert set(writable) - links <= WRITABLE
    assert {"/data", "/backups", "/secrets"} <= set(writable)
    for path in (image.root / "app").rglob("*"):
        status = path.lstat()
        assert status.st_uid == 0, path
        assert path.is_symlink() or not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH), path
        assert path.is_symlink() or status.st_mode & stat.S_IROTH, path


def test_nothing_gets_more_rights_than_who_started_it(image: Image) -> None:
    """Debian's own programs that do are of no use where no process may get new rights."""
    ours = [
        path
        for folder in ("app", "usr/local")
        for path in (image.root / folder).rglob("*")
        if path.is_file() and path.stat().st_mode & (stat.S_ISUID | stat.S_ISGID)
    ]
    assert ours == []


def test_there_is_no_secret_in_it(image: Image) -> None:
    """Neither in a file nor in the image's history: keys are made when a site is set up."""
    assert {entry.partition("=")[0] for entry in image.config["config"]["Env"]} == IN_THE_ENVIRONMENT
    for name in ("data", "backups", "secrets"):
        assert list((image.root / name).iterdir()) == []
    names = {path.name for path in (image.root / "app").iterdir()}
    assert not names & {".env", ".git", "var", "tests", "node_modules", "docs"}
    paths = [path for name in ("secret_key", "vapid_key", "*.sqlite3*", ".env*") for path in image.root.rglob(name)]
    assert paths == []
    assert (image.root / "tmp").is_dir()
    assert not any((image.root / "tmp").iterdir())
    assert re.findall(r"SECRET_KEY=(\S+)", image.history.replace("\\", " ")) in ([], ["not-secret"])


def test_nothing_that_builds_is_left_in_it(image: Image) -> None:
    for name in ("gcc", "npm", "node", "strip", "pip", "git"):
        assert not (image.root / "usr/bin" / name).exists()
    assert not (image.root / "app/.venv/bin/pip").exists()
    assert not any((image.root / "var/lib/apt/lists").glob("*_Packages*"))


def test_its_packages_are_those_of_the_requirements(image: Image) -> None:
    code = "from importlib.metadata import distributions as d; print(*{f'{x.name.lower()}=={x.version}' for x in d()})"
    packages = set(image.run("python", "-c", code).split())
    pinned = re.findall(r"^([\w.-]+==[\w.]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    normal = {re.sub(r"[-_.]+", "-", name.partition("==")[0]) + "==" + name.partition("==")[2] for name in packages}
    assert normal <= set(pinned)
    image.run("python", "-c", "import PIL.AvifImagePlugin, PIL.Image, celery.apps.worker, obstore, psycopg, pywebpush")
    assert len(normal) > 40


def test_static_files_and_the_browsers_python_are_in_it(image: Image) -> None:
    static = image.root / "app/static"
    named = json.loads((static / "staticfiles.json").read_text())["paths"]
    assert "site/main.js" in named
    assert all((static / hashed_name).is_file() for hashed_name in named.values())
    assert (static / f"{named['site/base.css']}.gz").is_file()
    runtime = image.root / "app/.practice" / BASE_URL.strip("/")
    assert all((runtime / name).is_file() for name in FILES)


def test_bytecode_is_made_and_not_compared_with_times(image: Image) -> None:
    """The folder is read-only, so they couldn't be created later."""
    for source in ("app/config/urls.py", "app/.venv/lib/python3.11/site-packages/django/urls/base.py"):
        path = image.root / source
        (compiled,) = (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc")
        assert int.from_bytes(compiled.read_bytes()[4:8], "little") == 0b01  # by a hash, which is not looked at


def test_the_programs_of_a_backup_work(image: Image) -> None:
    for program in ("pg_dump", "pg_restore"):
        assert image.run(program, "--version").startswith(f"{program} (PostgreSQL) 15.")


def test_settings_are_read_without_any_being_made(image: Image, folder: Path) -> None:
    """As Compose has it: with keys from files, and nothing but an empty folder for data."""
    data, secrets = folder / "data", folder / "secrets"
    for volume in (data, secrets):
        volume.mkdir()
        os.chown(volume, UID, UID)
    volumes = [f"{data}:/data", f"{secrets}:/secrets"]
    image.run("python", "-m", "config.server.processes.make_secrets", "/secrets", volumes=volumes)
    environment = {
        "SECRET_KEY_FILE": "/secrets/secret_key",
        "TEFUDA_VAPID_KEY_FILE": "/secrets/vapid_key",
        "TEFUDA_METRICS_TOKEN_FILE": "/secrets/metrics_token",
        "TEFUDA_HTTPS": "1",
        "ALLOWED_HOSTS": "cards.example.org",
    }
    command = ("python", "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert "no issues" in image.run(*command, environment=environment, volumes=volumes)
    assert not {"secret_key", "vapid_key"} & {path.name for path in data.iterdir()}
