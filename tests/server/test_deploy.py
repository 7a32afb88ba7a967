"""The samples in deploy/: the programs that read them find them right, and nginx serves a site by them."""

import http.client
import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import requests

from config.log_filters import mask_secrets
from config.server.worker.main import WORKERS
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.imports.parser import MAX_BYTES
from tests.bench.crowd import field_in, question_in
from tests.needs import ON_BUILD_MACHINE
from tests.replays.records.files import paths, read
from tests.server.running import ROOT, Migrated, Serve, eventually, free_port, serving

pytestmark = [pytest.mark.database, pytest.mark.process]

DEPLOY = ROOT / "deploy"
NAME = "127.0.0.1"
UNITS = [
    "tefuda.service",
    "tefuda-web.service",
    "tefuda-worker@deadlines.service",
    "tefuda-backup.service",
    "tefuda-backup.timer",
    "tefuda-rehearsal.service",
    "tefuda-rehearsal.timer",
]
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


def changed(text: str, changes: dict[str, str]) -> str:
    """Return a sample with its placeholders replaced; each of them has to be in it."""
    for original, instead in changes.items():
        assert original in text, original
        text = text.replace(original, instead)
    return text


def wanted(program: str) -> str:
    """Its path, or the test is skipped."""
    executable = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if executable is None and not ON_BUILD_MACHINE:
        pytest.skip(f"needs {program}")
    assert executable
    return executable


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority and a certificate for this machine, by the recipe in docs/lan-https.md."""
    folder = tmp_path_factory.mktemp("papers")
    (recipe,) = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / "lan-https.md").read_text(), re.DOTALL)
    environment = {"PATH": "/usr/bin:/bin", "ADDRESS": NAME, "NAME": "tefuda.test"}
    subprocess.run(["sh", "-euc", recipe], cwd=folder, env=environment, check=True, capture_output=True)
    return folder / "https"


class Proxy:
    """nginx with our sample, on free ports, in front of one site."""

    def __init__(self, folder: Path, papers: Path, site_port: int) -> None:
        self.port, self.plain_port = free_port(), free_port()
        self.authority = papers / "authority.crt"
        self.configuration, self.log = folder / "nginx.conf", folder / "error.log"
        (folder / "site.conf").write_text(
            changed(
                (DEPLOY / "nginx.conf").read_text(),
                {
                    "127.0.0.1:8000": f"127.0.0.1:{site_port}",
                    "listen [::]:80;": "",
                    "listen [::]:443 ssl http2;": "",
                    "listen 80;": f"listen {NAME}:{self.plain_port};",
                    "listen 443 ssl": f"listen {NAME}:{self.port} ssl",
                    "server_name cards.example.org;": f"server_name {NAME};",
                    "/etc/letsencrypt/live/cards.example.org/fullchain.pem": str(papers / "tefuda.crt"),
                    "/etc/letsencrypt/live/cards.example.org/privkey.pem": str(papers / "tefuda.key"),
                },
            )
        )
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        self.configuration.write_text(
            f"daemon off; pid {folder}/pid; error_log {self.log}; user root; events {{}}"
            f"http {{ {temporary} access_log {folder}/access.log; include {folder}/site.conf; }}"
        )
        self.access = folder / "access.log"

    def command(self, *arguments: str) -> list[str]:
        return [NGINX, "-c", str(self.configuration), "-e", str(self.log), *arguments]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: Migrated) -> Iterator[Serve]:
    environment = {"TEFUDA_HTTPS": "1", "TEFUDA_TRUSTED_PROXIES": "1", "ALLOWED_HOSTS": NAME}
    folder = tmp_path_factory.mktemp("proxied")
    with serving(migrated(folder / "data"), "--host", NAME, **environment) as serve:
        yield serve


@pytest.fixture(scope="module")
def proxy(site: Serve, papers: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    wanted("nginx")
    nginx = Proxy(tmp_path_factory.mktemp("nginx"), papers, site.port)
    checked = subprocess.run(nginx.command("-t"), capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    with subprocess.Popen(nginx.command()) as running:
        try:
            assert eventually(lambda: nginx.access.exists() and _answers(nginx))
            yield nginx
        finally:
            running.terminate()


def _answers(proxy: Proxy) -> bool:
    try:
        return requests.get(f"http://{NAME}:{proxy.plain_port}/", timeout=5, allow_redirects=False).status_code == 301
    except requests.ConnectionError:
        return False


class Browser:
    """A client behind the proxy. The sample's port is 443, which browsers omit."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy, self.session = proxy, requests.Session()
        self.session.trust_env = False  # the machine may have other authorities
        self.session.verify = str(proxy.authority)
        self.session.headers.update({"Host": NAME, "Origin": f"https://{NAME}", "Accept-Language": "en"})

    def get(self, path: str, **options: object) -> requests.Response:
        return self.session.get(f"https://{NAME}:{self.proxy.port}{path}", timeout=20, **options)  # type: ignore[arg-type]

    def post(self, path: str, form: dict[str, str], **options: object) -> requests.Response:
        return self.session.post(
            f"https://{NAME}:{self.proxy.port}{path}", form, timeout=20, allow_redirects=False, **options  # type: ignore[arg-type]
        )  # fmt: skip

    def sits_down(self) -> str:
        """At a quick table of Lombard Hold'em; its address."""
        token = field_in(self.get("/").text, "csrfmiddlewaretoken")
        answer = self.post("/games/lombard/quick-play/", {"csrfmiddlewaretoken": token})
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]


@pytest.mark.servers
def test_a_whole_match_through_nginx(proxy: Proxy) -> None:
    """Moves, the live stream with the bots' moves, and at the end the compressed record, byte for byte."""
    browser = Browser(proxy)
    table = browser.sits_down()
    page = browser.get(table).text
    token = re.search(r'data-token="([^"]+)"', page)
    assert token
    line = http.client.HTTPSConnection(
        NAME, proxy.port, context=ssl.create_default_context(cafile=str(proxy.authority)), timeout=30
    )
    with closing(line):
        line.request("GET", f"/live/?token={token[1]}", headers={"Host": NAME})
        stream = line.getresponse()
        assert (stream.status, stream.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        for _ in range(300):
            if 'data-moving="no"' in page:
                break
            if move := question_in(page):
                assert browser.post(f"{table}move/", move).status_code == 302
            else:
                while not stream.readline().startswith((b"data:", b":")):
                    pass
            page = browser.get(table).text
    assert 'data-moving="no"' in page
    replay = table.replace("/tables/", "/replays/")
    assert eventually(lambda: browser.get(f"{replay}record.json").status_code == 200)
    record = browser.get(f"{replay}record.json")
    assert record.headers["Content-Encoding"] == "gzip"
    assert record.json()["status"] == "finished"


def test_a_record_is_brought_along_through_nginx(proxy: Proxy) -> None:
    browser = Browser(proxy)
    browser.sits_down()  # a guest may as well
    form = {"csrfmiddlewaretoken": field_in(browser.get("/library/imports/").text, "csrfmiddlewaretoken")}
    largest = max((dump_canonical(read(path)) for path in paths()), key=len)
    sent = largest.ljust(MAX_BYTES)  # as large as any may be
    answer = browser.post("/library/imports/", form, files={"file": ("record.json", sent)})
    assert answer.status_code == 302, answer.text
    sent_back = answer.headers["Location"].replace("verify/", "record.json")
    checked = eventually(lambda: browser.get(sent_back).headers["Content-Type"] == "application/json")
    assert checked
    assert browser.get(sent_back).json() == json.loads(largest)


def test_what_nginx_itself_does(proxy: Proxy) -> None:
    browser = Browser(proxy)
    plain = requests.get(f"http://{NAME}:{proxy.plain_port}/lobby/", timeout=5, allow_redirects=False)
    assert plain.headers["Location"] == f"https://{NAME}/lobby/"
    assert browser.post("/settings/language/", {"language": "x" * 70_000}).status_code == 413
    for way in ("/calendar/", "/email/unsubscribe/", "/email/suppress/", "/account/email/confirm/",
                "/account/password/reset/key/"):  # fmt: skip
        assert mask_secrets(f"{way}secret-of-somebody/") != f"{way}secret-of-somebody/", "the site's own log has it"
        browser.get(f"{way}secret-of-somebody/")
    browser.get("/lobby/")
    text = proxy.access.read_text()
    assert "/lobby/" in text
    assert "secret-of-somebody" not in text


def test_a_proxy_that_is_not_ours_says_nothing(proxy: Proxy) -> None:
    """A client that claims to use plain HTTP isn't redirected in a loop: nginx overwrites the header."""
    browser = Browser(proxy)
    assert browser.get("/lobby/", headers={"X-Forwarded-Proto": "http"}, allow_redirects=False).status_code == 200


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The services as on a machine that has the site in this folder."""
    (tmp_path / "env").write_text((DEPLOY / "tefuda.env").read_text())
    for file in (DEPLOY / "systemd").iterdir():
        text = file.read_text().replace("/etc/tefuda.env", str(tmp_path / "env")).replace("User=tefuda", "User=root")
        text = text.replace("/srv/tefuda/.venv/bin", "/srv/tefuda/bin").replace("/srv/tefuda", str(tmp_path))
        (tmp_path / file.name.replace("@", "@deadlines")).write_text(text)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to("/bin/true")
    return tmp_path


def verified(units: Path) -> str:
    command = [wanted("systemd-analyze"), "verify", "--man=no", *(str(units / name) for name in UNITS)]
    completed = subprocess.run(command, capture_output=True, text=True)
    return completed.stdout + completed.stderr if completed.returncode else ""


def test_systemd_reads_every_unit(units: Path) -> None:
    assert sorted(path.name for path in units.glob("tefuda*")) == sorted(UNITS)
    assert verified(units) == ""


def test_systemd_would_say_what_is_wrong_with_one(units: Path) -> None:
    file = units / "tefuda-web.service"
    file.write_text(file.read_text().replace("Restart=always", "Restart=forever").replace("/bin/python", "/bin/none"))
    assert "tefuda-web.service" in verified(units)


def test_units_start_what_there_is() -> None:
    """Their commands are those of operating.md, and what they want is there."""
    for file in (DEPLOY / "systemd").iterdir():
        for name in re.findall(r"tefuda-?[\w@-]*\.(?:service|timer)", file.read_text()):
            assert (DEPLOY / "systemd" / re.sub(r"@\w+\.", "@.", name)).exists(), f"{file.name} names {name}"
        for worker in re.findall(r"tefuda-worker@(\w+)", file.read_text()):
            assert worker in WORKERS, f"{file.name} names {worker}"
    operating = (ROOT / "docs" / "operating.md").read_text()
    for file in (DEPLOY / "systemd").glob("*.service"):
        assert f"deploy/systemd/{file.name}" in operating
    for worker in ("deadlines", "bots", "email", "background", "analysis"):
        assert f"tefuda-worker@{worker}" in operating


@pytest.mark.parametrize("services", ["127.0.0.1:8000", "127.0.0.1:8000 127.0.0.1:8001"])
def test_caddy_reads_its_file(services: str, tmp_path: Path) -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    if " " in services:
        text = text.replace("#health_", "health_").replace("#lb_", "lb_")
        text = changed(text, {"reverse_proxy 127.0.0.1:8000": f"reverse_proxy {services}"})
    (tmp_path / "Caddyfile").write_text(text)
    command = [wanted("caddy"), "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    completed = subprocess.run(command, capture_output=True, text=True)
    assert completed.returncode == 0, completed.stderr
