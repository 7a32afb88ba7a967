"""Tested versions are installed: every package is pinned, with the hashes of its files."""

import re

import pytest

from tests.server.running import ROOT

FILES = ["requirements.txt", "requirements-dev.txt", "requirements-bench.txt", ".ci/uv.txt"]
PINNED = re.compile(r"^([A-Za-z0-9_.\-\[\]]+)==(\S+?)(?: ;[^\\]*)?(?: \\)?$")


def read_pins(file: str) -> dict[str, set[str]]:
    """Each package of a file with its versions (more than one where they differ by Python). Fails on anything else."""
    versions: dict[str, set[str]] = {}
    hashes = 1
    for line in (ROOT / file).read_text().splitlines():
        if not line or line.lstrip().startswith("#"):
            continue
        if line.startswith("    --hash=sha256:"):
            hashes += 1
            continue
        match = PINNED.match(line)
        assert match, f"{file}: {line}"
        assert hashes, f"{file}: no hash before {line}"
        versions.setdefault(match[1].partition("[")[0], set()).add(match[2])
        hashes = 0
    assert hashes, f"{file}: no hash at the end"
    return versions


@pytest.mark.parametrize("file", FILES)
def test_every_package_has_a_version_and_a_hash(file: str) -> None:
    assert read_pins(file)


def test_all_files_name_the_same_versions() -> None:
    running, working, measuring = map(read_pins, FILES[:3])
    assert running.items() <= working.items()
    assert working.items() <= measuring.items()


@pytest.mark.parametrize("part", ["requirements", "requirements-dev", "requirements-bench"])
def test_what_is_asked_for_is_pinned(part: str) -> None:
    """`make requirements` was run after the last change."""
    pins = read_pins(f"{part}.txt")
    for line in (ROOT / f"{part}.in").read_text().splitlines():
        if line and not line.startswith(("#", "-r ")):
            name, _, version = line.partition("==")
            assert pins[name.partition("[")[0].lower()] == {version}, line
