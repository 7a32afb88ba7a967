"""A site with people and tables, to be looked at and measured: `made(folder)`, then `serving(folder, …)`."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.server.running import ROOT, outside

SETTINGS = "tests.served_settings"


@dataclass(frozen=True)
class ExampleSite:
    """Session keys by name ("sakura", "admin"), and addresses by subject ("table", "room" …)."""

    sessions: dict[str, str]
    addresses: dict[str, str]


def made(data: Path) -> ExampleSite:
    """Create this folder, which must not exist yet, and fill it, in separate processes."""
    data.mkdir(parents=True, mode=0o700)
    environment = {**outside(), "TEFUDA_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": SETTINGS}
    environment |= {"DATABASE_URL": "", "REDIS_URL": ""}
    output = ""
    for module in ("config.server.processes.prepare", "tests.example_site.fill"):
        command = [sys.executable, "-m", module]
        output = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
        ).stdout
    return ExampleSite(**json.loads(output.splitlines()[-1]))
