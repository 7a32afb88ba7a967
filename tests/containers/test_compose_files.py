"""The files for Compose say what it understands, ask for nothing that isn't explained, and close what can be closed."""

import json
import os
import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest
from django.urls import resolve

from config.server.processes import make_secrets
from config.server.worker.main import WORKERS
from games.monitoring.health import livez
from tests.containers.compose import FILES, OURS, VARIABLE, Service, load, schema, services, text_of
from tests.server.running import ROOT
from tests.server.test_deploy import wanted

ALL = [pytest.param(service, id=f"{file}-{name}") for file in FILES for name, service in services(file).items()]
LASTING = [case for case in ALL if not case.values[0].runs_once]
FROM_OUR_IMAGE = [case for case in ALL if case.values[0].image == "tefuda"]


def validator() -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(json.loads(schema().read_text()))


@pytest.mark.parametrize("file", FILES)
def test_compose_understands_it(file: str) -> None:
    validator().validate(load(file))


@pytest.mark.parametrize(
    "wrong",
    [
        {"services": {"site": {"image": "tefuda", "commands": ["serve"]}}},
        {"services": {"site": {"image": "tefuda", "read_only": "perhaps", "healthcheck": []}}},
        {"service": {}},
    ],
)
def test_the_schema_finds_what_is_wrong(wrong: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        validator().validate(wrong)


@pytest.mark.parametrize("file", FILES)
def test_every_variable_has_a_value_without_env_file(file: str) -> None:
    """A variable that .env.example doesn't explain would never be found."""
    matches = VARIABLE.findall(text_of(file))
    assert matches
    explained = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    for name, default in matches:
        assert default, f"{name} has no value where .env says none"
        assert name in explained
    assert text_of(file).count("$") == len(matches)  # none in a form that is not looked at here


def test_every_line_of_the_example_is_used() -> None:
    explained = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert set(explained) == {name for file in FILES for name, _default in VARIABLE.findall(text_of(file))}


@pytest.mark.parametrize("service", ALL)
def test_nothing_may_be_done_that_need_not(service: Service) -> None:
    assert service.said["read_only"] is True
    assert service.said["cap_drop"] == ["ALL"]
    assert service.said["security_opt"] == ["no-new-privileges:true"]
    assert set(service.said.get("cap_add", [])) <= {"NET_BIND_SERVICE"}
    assert "privileged" not in service.said
    if service.image not in OURS and service.name != "proxy":  # Caddy is root without any right but one
        assert service.said["user"] == service.image.partition(":")[0]


@pytest.mark.parametrize("service", ALL)
def test_logs_end(service: Service) -> None:
    assert service.said["logging"]["options"] == {"max-size": "10m", "max-file": "3"}


@pytest.mark.parametrize("service", LASTING)
def test_what_lasts_is_looked_at_and_started_again(service: Service) -> None:
    assert service.said["restart"] == "unless-stopped"
    assert service.check


@pytest.mark.parametrize("service", FROM_OUR_IMAGE)
def test_commands_are_there(service: Service) -> None:
    """Modules, files and workers by the names that they have."""
    program, *rest = service.command
    if program == "python" and rest[0] == "-m":
        assert find_spec(rest[1])
        if rest[1] == "config.server.worker.main":
            assert rest[2] == service.name
    else:
        assert (ROOT / (rest[0] if program == "python" else program)).is_file()


@pytest.mark.parametrize("service", [case for case in LASTING if case.values[0].image == "tefuda"])
def test_checks_ask_what_there_is(service: Service) -> None:
    command = " ".join(service.check)
    if "-m" in service.check:
        assert find_spec(service.check[2])
        assert service.check[3] == service.name
    elif "http" in command:
        assert resolve(urlsplit(command[command.index("http") :].partition("'")[0]).path).func is livez
    else:
        assert ".backed-up" in command
        assert ".backed-up" in (ROOT / service.command[0]).read_text()


def test_every_worker_has_a_service() -> None:
    assert set(WORKERS) <= set(services("compose.yaml"))
    assert services("compose.yaml")["deadlines"].replicas == 2


def test_only_the_proxy_is_reached_from_outside() -> None:
    by_name = services("compose.yaml")
    assert [name for name, service in by_name.items() if "ports" in service.said] == ["proxy"]
    assert load("compose.yaml")["networks"]["inside"] == {"internal": True}
    for name in ("postgres", "pgbouncer", "redis"):
        assert by_name[name].said["networks"] == ["inside"]


def test_everything_waits_for_the_database_to_be_up_to_date() -> None:
    by_name = services("compose.yaml")
    for name in ("web1", "web2", *WORKERS, "backup"):
        assert by_name[name].said["depends_on"]["prepare"] == {"condition": "service_completed_successfully"}
    assert by_name["prepare"].said["depends_on"]["secrets"] == {"condition": "service_completed_successfully"}


def test_volumes_and_networks_are_all_declared() -> None:
    for file in FILES:
        whole = load(file)
        named = {
            name
            for service in services(file).values()
            for name, _where, _ro in service.volumes
            if not name.startswith("./")
        }
        assert named == set(whole["volumes"])
        networks = {name for service in services(file).values() for name in service.said.get("networks", [])}
        assert networks == set(whole.get("networks", {}))
        for service in services(file).values():
            for name, _where, _ro in service.volumes:
                assert not name.startswith("./") or (ROOT / name).is_file()


def test_every_secret_that_is_read_is_made() -> None:
    """And none is unused."""
    read = set()
    for service in services("compose.yaml").values():
        read |= {value for value in service.environment.values() if value.startswith("/secrets/")}
    for file in ("pgbouncer.ini", "postgres.sql"):
        read |= set(re.findall(r"/secrets/\w+", (ROOT / "deploy" / "containers" / file).read_text()))
    matches = re.findall(r'folder / "(\w+)"', (ROOT / str(make_secrets.__file__)).read_text())
    assert read == {f"/secrets/{name}" for name in matches}


def test_no_secret_stands_in_a_file() -> None:
    for file in (*FILES, ".env.example", "Dockerfile"):
        for line in text_of(file).splitlines():
            assert not re.search(r"(?i)(password|secret_key|token)\w*[=:]\s*['\"]?[A-Za-z0-9+_-]{16,}", line), line


def test_pg_dump_is_as_new_as_the_server() -> None:
    """An older one refuses the server."""
    server = services("compose.yaml")["postgres"].image
    (client,) = set(re.findall(r"postgresql-client-(\d+)", (ROOT / "Dockerfile").read_text()))
    assert server == f"postgres:{client}"


def test_caddy_reads_its_file(tmp_path: Path) -> None:
    environment = {**os.environ, "TEFUDA_HOST": "cards.example.org", "XDG_DATA_HOME": str(tmp_path)}
    file = str(ROOT / "deploy" / "containers" / "Caddyfile")
    command = [wanted("caddy"), "validate", "--adapter", "caddyfile", "--config", file]
    completed = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert completed.returncode == 0, completed.stderr


def test_the_image_gets_nothing_that_is_not_named() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    for line in lines[1:]:
        assert line.startswith("**/") or (ROOT / line.removeprefix("!")).exists()


@pytest.mark.parametrize("file", FILES)
def test_the_document_names_the_commands(file: str) -> None:
    """The files and services used in docs/containers.md exist."""
    text = (ROOT / "docs" / "containers.md").read_text()
    service_names = set(services("compose.yaml")) | set(services("compose.sqlite.yaml"))
    for line in re.findall(r"^    (docker compose .*)$", text, re.MULTILINE):
        words = shlex.split(line, comments=True)
        assert all((ROOT / words[at + 1]).is_file() for at, word in enumerate(words) if word == "--file"), line
        if "run" in words or "cp" in words:
            assert any(word.partition(":")[0] in service_names for word in words), line
        if "up" in words or "logs" in words:
            named = [word for word in words[3:] if word.isalnum() and word != "up"]
            assert set(named) <= service_names, line
    assert file in text
