"""The build of verify_match.pyz, one file that replays any match's record.

    python -m games.replays.standalone.build             # needs nothing but Python
    python -m games.replays.standalone.build --release   # also writes its SHA-256 into CHANGELOG.md

It contains the engine, the games, the clocks and the audit of this tree: uncompressed, in sorted order, with one date
and one mode for all files, so that anyone with the sources can build the same bytes and compare.
"""

import io
import re
import sys
import zipfile
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from games.engine.code_digest import list_code_files

SOURCE_ROOT = Path(__file__).resolve().parents[3]
CHANGELOG = SOURCE_ROOT / "CHANGELOG.md"
OUTPUT_PATH = SOURCE_ROOT / "dist" / "verify_match.pyz"
INCLUDED_PATHS = (
    "games/__init__.py", "games/clocks", "games/engine", "games/kit", "games/catalog",
    "games/replays/__init__.py", "games/replays/audit", "games/replays/imports/__init__.py",
    "games/replays/imports/parser.py", "games/replays/standalone/__init__.py",
    "games/replays/standalone/verify_match.py",
    "games/tables/__init__.py", "games/tables/storage/__init__.py", "games/tables/storage/snapshots.py",
)  # fmt: skip
SHEBANG = b"#!/usr/bin/env python3\n"
DATE, MODE, UNIX = (1980, 1, 1, 0, 0, 0), 0o100644, 3
# Must be readable by the old Python versions that it rejects.
MAIN = b"""\
import sys

if sys.version_info < (3, 11):
    sys.stderr.write("verify_match.pyz needs Python 3.11 or newer; this is %d.%d.\\n" % tuple(sys.version_info[:2]))
    sys.exit(2)

from games.replays.standalone.verify_match import main

sys.exit(main(sys.argv[1:]))
"""
_PLACE = re.compile(r"(`verify_match\.pyz`: SHA-256 `)(`)")


@cache
def get_verifier_archive() -> bytes:
    """Return the file. Built once per process."""
    return build_archive(SOURCE_ROOT)


@cache
def get_verifier_sha256() -> str:
    """Return its SHA-256 in hex."""
    return sha256(get_verifier_archive()).hexdigest()


def build_archive(tree: Path) -> bytes:
    """Build the file from the sources in this folder."""
    files = {"__main__.py": MAIN}
    for path in list_code_files(tree, INCLUDED_PATHS):
        files[path.relative_to(tree).as_posix()] = path.read_bytes()
    packed = io.BytesIO()
    packed.write(SHEBANG)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = UNIX, MODE << 16
            archive.writestr(entry, files[name])
    return packed.getvalue()


def write_sha256(changelog: str, digest: str) -> str:
    """Return the changelog with that SHA-256 in the section of its newest release.

    Raises ValueError where that section has no empty place for one: a published section never changes.
    """
    sections = re.split(r"^(?=## )", changelog, flags=re.MULTILINE)
    newest = next((section for section in sections if re.match(r"## \d", section)), "")
    written, count = _PLACE.subn(rf"\g<1>{digest}\g<2>", newest)
    if count != 1:
        raise ValueError("the newest release in CHANGELOG.md has no line `verify_match.pyz`: SHA-256 ``")
    return changelog.replace(newest, written, 1)


def main(arguments: Sequence[str]) -> None:
    """Build the file and print its SHA-256; with `--release`, write that into the changelog."""
    OUTPUT_PATH.parent.mkdir(exist_ok=True)
    OUTPUT_PATH.write_bytes(get_verifier_archive())
    sys.stdout.write(f"{OUTPUT_PATH.relative_to(SOURCE_ROOT)}: SHA-256 {get_verifier_sha256()}\n")
    if "--release" in arguments:
        CHANGELOG.write_text(
            write_sha256(CHANGELOG.read_text(encoding="utf-8"), get_verifier_sha256()), encoding="utf-8"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
