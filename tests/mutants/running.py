"""Copies of the repository, and pytest in them."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.mutants.listing import ROOT, Planted

SECONDS = 240  # for the tests of one bug; they take ten
GREEN_SECONDS = 1800
PYTEST = [
    sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:playwright", "--no-header",
    "--hypothesis-seed=0",
]  # fmt: skip
PASSED, FAILED, NOT_COLLECTED = 0, 1, 2
HUNG = -1


def copied(folder: Path) -> Path:
    """A copy of the working tree as it is, of what git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():  # deleted but uncommitted files are still listed
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def ran(folder: Path, tests: list[str], *options: str, seconds: float, compiles: bool = False) -> tuple[int, str]:
    """Run pytest in that copy. Return its exit status, or HUNG, and its output."""
    temporary = folder.parent / f"{folder.name}-tmp"  # killed processes leave their files behind
    temporary.mkdir(exist_ok=True)
    with subprocess.Popen(
        [*PYTEST, *options, *tests], cwd=folder, env=_environment(temporary, compiles), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return HUNG, process.communicate()[0]
        return process.returncode, output


def _environment(temporary: Path, compiles: bool) -> dict[str, str]:
    """Return an environment without the caller's database, keys or folders. Modules are compiled once, without bugs."""
    ours = ("TEFUDA_", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PYTEST_", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return variables | {"TMPDIR": str(temporary)} | ({} if compiles else {"PYTHONDONTWRITEBYTECODE": "1"})


def tried(folder: Path, mutant: Planted) -> tuple[int, str]:
    """The same of a bug's tests, while it is planted in that copy."""
    path = folder / mutant.path
    source, times = path.read_text(encoding="utf-8"), path.stat()
    path.write_text(source.replace(mutant.bug.text, mutant.bug.instead), encoding="utf-8")
    try:
        return ran(folder, list(mutant.tests), seconds=SECONDS)
    finally:
        path.write_text(source, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # so that compiled modules stay valid
        shutil.rmtree(folder / ".hypothesis", ignore_errors=True)  # one bug's examples are no help with the next
