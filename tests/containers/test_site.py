"""The whole site as in compose.yaml: every service's command runs from the image.

The images of Caddy, PostgreSQL and Redis can't be downloaded everywhere; Debian's programs replace them, with our
files.
"""

import os
import shutil
import signal
import stat
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
import requests

from tests.bench.crowd import field_in, question_in
from tests.containers.buildah import Image
from tests.containers.compose import Service, services
from tests.containers.network import Network
from tests.needs import ON_BUILD_MACHINE
from tests.server.own_postgres import PROGRAMS
from tests.server.running import START_PATIENCE, eventually

pytestmark = [pytest.mark.container, pytest.mark.timeout(1800)]

UID = 10001
NAMES = [
    "proxy", "web1", "web2", "deadlines", "deadlines2", "bots", "email", "background", "analysis", "backup", "secrets",
    "prepare",
    "manage", "postgres", "pgbouncer", "redis",
]  # fmt: skip
LASTING = ["pgbouncer", "web1", "web2", "deadlines", "deadlines2", "bots", "email", "background", "analysis"]
OTHERS = {"postgres": "postgres", "redis": "redis-server", "proxy": "caddy"}  # services by programs of this machine


class Site:
    """Its services, started one by one. `door` is the one that people reach; `logs` has what each says."""

    def __init__(self, folder: Path, images: dict[str, Image], file: str, names: list[str], door: str) -> None:
        self.folder, self.images = folder, images
        self.network = Network(folder, names)
        self.door = self.network.addresses[door]
        self.services = services(file, TEFUDA_HOST=self.door)
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.logs = folder / "logs"
        self.logs.mkdir()

    def volume(self, name: str) -> Path:
        """Create a folder like a new volume: owned by the owner of its place in the image."""
        path = self.folder / name
        if not path.exists():
            path.mkdir()
            path.chmod(0o750)
            os.chown(path, UID, UID)
        return path

    def service(self, name: str) -> Service:
        return self.services[name.rstrip("2") if name == "deadlines2" else name]

    def command(self, name: str, *arguments: str) -> list[str]:
        """Return the command that runs this command in that service."""
        service = self.service(name)
        volumes = [f"{self.network.hosts}:/etc/hosts:ro"]
        places = [where for _volume, where, _ro in service.volumes]
        for volume, where, read_only in service.volumes:
            volumes.append(f"{self.volume(volume)}:{where}{':ro' if read_only else ''}")
        for place in service.said.get("tmpfs", []):
            where = place.partition(":")[0]
            assert where not in places
            volumes.append(f"{self.volume(name + where.replace('/', '-'))}:{where}")
        image = self.images[service.image]
        inside = image.command(*arguments, environment=service.environment, volumes=volumes)
        return [*self.network.inside(name), *inside]

    def run(self, name: str, *arguments: str) -> str:
        """Run a service that ends, with these arguments, if any, instead of the file's. Return its output."""
        service = self.service(name)
        image = self.images[service.image]
        command = self.command(name, *(service.command_with(*arguments) if arguments else service.command))
        completed = subprocess.run(command, env=image.buildah.environment, capture_output=True, text=True, check=False)
        assert completed.returncode == 0, f"{name}: {completed.stderr}"
        return completed.stdout

    def start(self, name: str) -> None:
        service = self.service(name)
        arguments = service.command or self.images[service.image].config["config"]["Cmd"]
        self._start(name, self.command(name, *arguments), self.images[service.image].buildah.environment)

    def start_other(self, name: str, *command: str, environment: dict[str, str] | None = None, owner: str = "") -> None:
        """A program of this machine in place of an image."""
        begin = self.network.with_names(name)
        as_owner = ["setpriv", f"--reuid={owner}", f"--regid={owner}", "--clear-groups"] if owner else []
        self._start(name, [*begin, *as_owner, *command], {**os.environ, **(environment or {})})

    def _start(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        with (self.logs / name).open("ab") as log:
            self.running[name] = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def is_healthy(self, name: str) -> bool:
        """Return the output of the service's health check."""
        assert self.running[name].poll() is None, self.log(name)
        command = self.command(name, *self.service(name).check)
        environment = self.images[self.service(name).image].buildah.environment
        return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0

    def log(self, name: str) -> str:
        return (self.logs / name).read_text()

    def stop(self, name: str) -> int:
        """As `docker stop` does; buildah itself would kill. Returns the exit status."""
        self.network.signal(name, signal.SIGTERM, but="buildah")
        return self.running.pop(name).wait(60)

    def remove(self) -> None:
        self.network.remove()
        for process in self.running.values():
            process.wait(30)


def wanted(program: str) -> str:
    executable = shutil.which(program, path=f"{PROGRAMS or ''}:/usr/sbin:{os.environ['PATH']}")
    if executable is None and not ON_BUILD_MACHINE:
        pytest.skip(f"needs {program}")
    assert executable
    return executable


def start_postgres(site: Site) -> None:
    """As its image does: the superuser gets the password of the file, then our own commands are run."""
    data, socket = site.folder / "database", site.folder / "socket"
    for folder in (data, socket):
        folder.mkdir()
        shutil.chown(folder, "postgres", "postgres")
    password = site.volume("secrets") / "database_password"
    as_owner = ["setpriv", "--reuid=postgres", "--regid=postgres", f"--groups={UID}"]
    options = ["--auth-local=trust", "--auth-host=scram-sha-256", "--no-sync", "--encoding=UTF8", "--locale=C"]
    subprocess.run(
        [*as_owner, wanted("initdb"), *options, "--username=postgres", f"--pwfile={password}", data],
        check=True, capture_output=True,
    )  # fmt: skip
    with (data / "pg_hba.conf").open("a") as rules:
        rules.write("host all all all scram-sha-256\n")
    site.start_other(
        "postgres", wanted("postgres"), "-D", str(data), "-k", str(socket), "-h", "*", "-c", "fsync=off",
        owner="postgres",
    )  # fmt: skip
    assert eventually((socket / ".s.PGSQL.5432").exists), site.log("postgres")
    sql = (Path(__file__).parents[2] / "deploy/containers/postgres.sql").read_text()
    sql = sql.replace("/secrets/", f"{site.volume('secrets')}/")
    psql = [*as_owner, wanted("psql"), "-h", str(socket), "-U", "postgres", "-v", "ON_ERROR_STOP=1"]
    assert eventually(lambda: subprocess.run([*psql, "-c", ""], capture_output=True, check=False).returncode == 0)
    subprocess.run(psql, input=sql, text=True, check=True, capture_output=True)


def start_redis(site: Site) -> None:
    """Its image listens to the network, and writes to the folder that is a tmpfs here."""
    program, *arguments = site.services["redis"].command
    options = ("--bind", "*", "--protected-mode", "no", "--dir", str(site.volume("redis-data")))
    site.start_other("redis", wanted(program), *arguments, *options)


def start_proxy(site: Site) -> None:
    environment = {**site.services["proxy"].environment, "XDG_DATA_HOME": str(site.volume("certificates"))}
    environment["XDG_CONFIG_HOME"] = environment["HOME"] = str(site.volume("caddy"))
    (file,) = [file for file, where, _ro in site.services["proxy"].volumes if where == "/etc/caddy/Caddyfile"]
    site.start_other("proxy", wanted("caddy"), "run", "--config", file, environment=environment)


@pytest.fixture(scope="module")
def site(image: Image, pgbouncer: Image, folder: Path) -> Iterator[Site]:
    for program in OTHERS.values():
        wanted(program)
    new_site = Site(folder, {"tefuda": image, "tefuda-pgbouncer": pgbouncer}, "compose.yaml", NAMES, "proxy")
    try:
        new_site.run("secrets")
        start_postgres(new_site)
        start_redis(new_site)
        new_site.run("prepare")
        for name in LASTING:
            new_site.start(name)
        for name in LASTING:
            assert eventually(lambda name=name: new_site.is_healthy(name), START_PATIENCE), new_site.log(name)  # type: ignore[misc]
        start_proxy(new_site)
        yield new_site
    finally:
        new_site.remove()


class Browser:
    """A client that comes through the proxy and trusts its authority."""

    def __init__(self, site: Site) -> None:
        self.address = f"https://{site.door}"
        self.session = requests.Session()
        self.session.trust_env = False
        authority = site.volume("certificates") / "caddy/pki/authorities/local/root.crt"
        assert eventually(authority.exists), site.log("proxy")
        self.session.verify = str(authority)
        self.session.headers.update({"Origin": self.address, "Referer": f"{self.address}/", "Accept-Language": "en"})
        assert eventually(self.is_let_in, START_PATIENCE), site.log("proxy")

    def is_let_in(self) -> bool:
        try:
            return self.get("/").status_code == 200
        except requests.ConnectionError:
            return False

    def get(self, path: str, **headers: str) -> requests.Response:
        return self.session.get(f"{self.address}{path}", timeout=30, headers=headers)

    def post(self, path: str, form: dict[str, str]) -> requests.Response:
        return self.session.post(f"{self.address}{path}", form, timeout=30, allow_redirects=False)


def metrics_of(site: Site, browser: Browser) -> str:
    token = (site.volume("secrets") / "metrics_token").read_text().strip()
    answer = browser.get("/metrics", Authorization=f"Bearer {token}")
    assert answer.status_code == 200
    return answer.text


def test_every_service_is_among_these() -> None:
    by_name = services("compose.yaml")
    assert set(by_name) == set(NAMES) - {"deadlines2"}
    assert {name for name, service in by_name.items() if service.image not in ("tefuda", "tefuda-pgbouncer")} == {
        *OTHERS
    }


def test_a_match_while_one_web_service_is_started_anew(site: Site) -> None:
    """Over HTTPS, through Caddy and PgBouncer, against bots, until the record is sealed.

    Stopping web1 has no effect.
    """
    browser = Browser(site)
    token = field_in(browser.get("/").text, "csrfmiddlewaretoken")
    seated = browser.post("/games/lombard/quick-play/", {"csrfmiddlewaretoken": token})
    assert seated.status_code == 302, seated.text
    table = seated.headers["Location"]
    moves = 0

    def is_asked_or_over() -> bool:
        answer = browser.get(table)
        assert answer.status_code == 200
        return bool(question_in(answer.text)) or 'data-moving="no"' in answer.text

    while moves < 200 and eventually(is_asked_or_over) and (move := question_in(browser.get(table).text)):
        if moves == 1:
            site.stop("web1")
            assert "Finished server process" in site.log("web1")
        assert browser.post(f"{table}move/", move).status_code == 302
        moves += 1
    assert moves > 1
    assert 'data-moving="no"' in browser.get(table).text
    record = f"{table.replace('/tables/', '/replays/')}record.json"
    assert eventually(lambda: browser.get(record).status_code == 200, START_PATIENCE)
    assert browser.get(record).json()["status"] == "finished"
    site.start("web1")
    assert eventually(lambda: site.is_healthy("web1"), START_PATIENCE), site.log("web1")


def test_what_is_served_without_asking_the_database(site: Site) -> None:
    browser = Browser(site)
    page = browser.get("/").text
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert style.startswith("/static/")
    sent = browser.get(style)
    assert sent.status_code == 200
    assert "immutable" in sent.headers["Cache-Control"]
    plain = requests.get(browser.address.replace("https:", "http:"), timeout=10, allow_redirects=False)
    assert plain.headers["Location"].startswith("https://")


def test_backups_are_made_and_tried_out(site: Site) -> None:
    site.start("backup")
    assert eventually(lambda: "yes" in site.log("backup"), START_PATIENCE), site.log("backup")
    assert site.is_healthy("backup")
    (backup,) = site.volume("backups").glob("tefuda-*.tar")
    assert (site.volume("backups") / ".rehearsed").exists()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with tarfile.open(backup) as archive:
        assert set(archive.getnames()) == {"about.json", "tefuda.dump", "keys/secret_key", "keys/vapid_key"}
        member = archive.extractfile("keys/secret_key")
        assert member
        assert member.read() == (site.volume("secrets") / "secret_key").read_bytes()
    assert site.stop("backup") != 0  # it never ends
    assert "secret" not in site.log("backup")


def test_a_second_start_makes_nothing_new(site: Site) -> None:
    before = {path.name: path.read_bytes() for path in site.volume("secrets").iterdir()}
    assert site.run("secrets") == ""
    site.run("prepare")
    assert {path.name: path.read_bytes() for path in site.volume("secrets").iterdir()} == before


def test_commands_are_run_by_a_service_for_them(site: Site) -> None:
    assert "createsuperuser" in site.run("manage")
    site.run("manage", "check", "--deploy", "--database", "default", "--fail-level", "WARNING")


def test_the_sites_role_is_no_superuser_and_the_superuser_stays_inside(site: Site) -> None:
    password = (site.volume("secrets") / "database_password").read_text().strip()
    server = f"postgres://tefuda:{password}@{site.network.addresses['postgres']}:5432/tefuda"
    with psycopg.connect(server) as connection:
        assert connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (False,)
        assert connection.execute("SHOW statement_timeout").fetchone() == ("20s",)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(server.replace("tefuda:", "postgres:", 1), connect_timeout=5)


def test_the_figures_tell_that_all_is_well(site: Site) -> None:
    browser = Browser(site)
    assert browser.get("/metrics").status_code == 404
    assert eventually(lambda: browser.get("/healthz").json()["status"] == "ok", START_PATIENCE)
    metrics = metrics_of(site, browser)
    for queue in ("deadlines", "bots", "email", "background", "analysis"):
        assert f'tefuda_worker_seconds{{queue="{queue}"}}' in metrics


def test_everything_is_healthy_to_the_end_and_ends_when_told(site: Site) -> None:
    for name in LASTING:
        assert site.is_healthy(name), site.log(name)
        assert "Traceback" not in site.log(name)
    for name in ("deadlines2", "bots", "email", "background", "analysis"):
        assert site.stop(name) == 0, site.log(name)
    site.stop("web2")
    assert "Finished server process" in site.log("web2")


def test_the_smaller_file_is_a_whole_site_as_well(image: Image) -> None:
    """On SQLite over plain HTTP, with the same backups; it stops on request and restarts with all its data."""
    with TemporaryDirectory(prefix="tefuda-containers-", dir="/tmp") as name:
        Path(name).chmod(0o755)
        small = Site(Path(name), {"tefuda": image}, "compose.sqlite.yaml", ["site", "backup", "manage"], "site")
        address = f"http://{small.door}:8000"
        try:
            small.start("site")
            assert eventually(lambda: small.is_healthy("site"), START_PATIENCE), small.log("site")
            assert eventually(lambda: requests.get(f"{address}/readyz", timeout=10).status_code == 200, START_PATIENCE)
            assert requests.get(f"{address}/", timeout=30).status_code == 200
            small.start("backup")
            assert eventually(lambda: "0 tables: none" in small.log("backup"), START_PATIENCE), small.log("backup")
            assert small.is_healthy("backup")
            small.stop("site")
            key = (small.volume("data") / "secret_key").read_bytes()
            small.start("site")
            assert eventually(lambda: small.is_healthy("site"), START_PATIENCE), small.log("site")
            assert (small.volume("data") / "secret_key").read_bytes() == key
            assert "no issues" in small.run("manage", "check", "--database", "default")
        finally:
            small.remove()
