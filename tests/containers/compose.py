"""A file of Docker Compose as its services, with the variables of .env put in."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.server.running import ROOT

FILES = ["compose.yaml", "compose.sqlite.yaml"]
VARIABLE = re.compile(r"\$\{(\w+)(:-[^}]*)?\}")
OURS = ("tefuda", "tefuda-pgbouncer")  # the images that are built from the Dockerfile


@dataclass(frozen=True)
class Service:
    """One service. `said` is all that the file says of it."""

    name: str
    said: dict[str, Any]

    @property
    def image(self) -> str:
        return str(self.said["image"])

    @property
    def command(self) -> list[str]:
        return [*self.said.get("entrypoint", []), *self.said.get("command", [])]

    def command_with(self, *arguments: str) -> list[str]:
        """With these in place of the file's own, as `docker compose run` takes them."""
        return [*self.said.get("entrypoint", []), *arguments]

    @property
    def environment(self) -> dict[str, str]:
        return {name: value or "" for name, value in self.said.get("environment", {}).items()}

    @property
    def check(self) -> list[str]:
        """The command of its health check."""
        kind, *command = self.said["healthcheck"]["test"]
        return ["sh", "-c", *command] if kind == "CMD-SHELL" else command

    @property
    def runs_once(self) -> bool:
        return self.said["restart"] == "no"

    @property
    def replicas(self) -> int:
        return int(self.said.get("deploy", {}).get("replicas", 1))

    @property
    def volumes(self) -> list[tuple[str, str, bool]]:
        """Each as (name or path, where, whether it may only be read)."""
        parts = [volume.split(":") for volume in self.said.get("volumes", [])]
        return [(part[0], part[1], part[2:] == ["ro"]) for part in parts]


def text_of(file: str) -> str:
    return (ROOT / file).read_text()


def load(file: str, **variables: str) -> dict[str, Any]:
    """Return the file with these variables; the others have the defaults after `:-`."""

    def value(match: re.Match[str]) -> str:
        return variables.get(match[1]) or (match[2] or ":-")[2:]

    loaded = yaml.safe_load(VARIABLE.sub(value, text_of(file)))
    assert isinstance(loaded, dict)
    return loaded


def services(file: str, **variables: str) -> dict[str, Service]:
    return {name: Service(name, definition) for name, definition in load(file, **variables)["services"].items()}


def schema() -> Path:
    """compose-spec/compose-spec, schema/compose-spec.json of 2026-06-23 (Apache License 2.0)."""
    return Path(__file__).with_name("compose-spec.json")
