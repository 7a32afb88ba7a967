"""The memory of the embedded default, web and workers together, as proportional set size."""

import re
import time
import urllib.request
from pathlib import Path

from tests.bench.served import served


def served_memory(data: Path) -> dict[str, float]:
    """Start the site, ask for a few pages, and return MB per process (by role) once it has settled."""
    with served(data) as (site, pid):
        for path in ("/", "/lobby/", "/games/lombard/rules/", "/account/login/"):
            urllib.request.urlopen(site + path).read()
        time.sleep(8)
        return {_role(member): _pss(member) for member in _family(pid)}


def _family(root: int) -> list[int]:
    parents = {int(p.name): _parent(p) for p in Path("/proc").iterdir() if p.name.isdigit()}
    family = [root]
    for pid in family:
        family += [child for child, parent in parents.items() if parent == pid]
    return family


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _pss(pid: int) -> float:
    match = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    return int(match[1]) / 1024 if match else 0.0


def _role(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    return f"{pid} {' '.join(Path(word).name for word in words if word)[:60]}"
