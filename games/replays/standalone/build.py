"""verify_match.pyz: one file that plays any match's record anew, byte for byte the same wherever it is built.

    python -m games.replays.standalone.build      builds it, and has CHANGELOG.md name its SHA-256; needs nothing but
    Python

It holds the engine, the games and the audit as they are in this tree, and nothing else: uncompressed, in sorted order,
with one date and one mode for all. So whoever has the sources can build it and compare.
"""

import io
import re
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

SOURCE_ROOT = Path(__file__).resolve().parents[3]
CHANGELOG = SOURCE_ROOT / "CHANGELOG.md"
OUTPUT_PATH = SOURCE_ROOT / "dist" / "verify_match.pyz"
INCLUDED_PATHS = (
    "games/__init__.py", "games/engine", "games/kit", "games/catalog",
    "games/replays/__init__.py", "games/replays/audit", "games/replays/imports/__init__.py",
    "games/replays/imports/parser.py", "games/replays/standalone/__init__.py",
    "games/replays/standalone/verify_match.py",
    "games/tables/__init__.py", "games/tables/storage/__init__.py", "games/tables/storage/snapshots.py",
)  # fmt: skip
SHEBANG = b"#!/usr/bin/env python3\n"
DATE, MODE, UNIX = (1980, 1, 1, 0, 0, 0), 0o100644, 3
# Has to be read by the old Pythons it turns away.
MAIN = b"""\
import sys

if sys.version_info < (3, 11):
    sys.stderr.write("verify_match.pyz needs Python 3.11 or newer; this is %d.%d.\\n" % tuple(sys.version_info[:2]))
    sys.exit(2)

from games.replays.standalone.verify_match import main

sys.exit(main(sys.argv[1:]))
"""
_NAMED = re.compile(r"(`verify_match\.pyz`: SHA-256 `)([0-9a-f]*)(`)")


@cache
def get_verifier_archive() -> bytes:
    """The file. Built once in a process."""
    return build_archive(SOURCE_ROOT)


@cache
def get_verifier_sha256() -> str:
    """Its SHA-256, as hex."""
    return sha256(get_verifier_archive()).hexdigest()


def build_archive(tree: Path) -> bytes:
    """The file that is built from the sources in that folder."""
    files = {"__main__.py": MAIN} | {str(path.relative_to(tree).as_posix()): path.read_bytes() for path in _held(tree)}
    packed = io.BytesIO()
    packed.write(SHEBANG)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = UNIX, MODE << 16
            archive.writestr(entry, files[name])
    return packed.getvalue()


def find_sha256(changelog: str) -> str:
    """Which SHA-256 the newest entry of a changelog names; "" if none."""
    found = _NAMED.search(_newest(changelog))
    return found[2] if found else ""


def replace_sha256(changelog: str, digest: str) -> str:
    """The changelog with that SHA-256 in its newest entry. Raises ValueError where it has no place for one."""
    newest = _newest(changelog)
    written, times = _NAMED.subn(rf"\g<1>{digest}\g<3>", newest)
    if times != 1:
        raise ValueError("the newest entry of CHANGELOG.md has no line `verify_match.pyz`: SHA-256 `…`")
    return changelog.replace(newest, written, 1)


def _held(tree: Path) -> Iterator[Path]:
    for part in (tree / name for name in INCLUDED_PATHS):
        yield from [part] if part.is_file() else part.rglob("*.py")


def _newest(changelog: str) -> str:
    """The text of the first entry."""
    entries = re.split(r"^(?=## )", changelog, flags=re.MULTILINE)
    return entries[1] if len(entries) > 1 else ""


def main() -> None:
    """Build the file, and have the changelog name it."""
    OUTPUT_PATH.parent.mkdir(exist_ok=True)
    OUTPUT_PATH.write_bytes(get_verifier_archive())
    before = CHANGELOG.read_text(encoding="utf-8")
    after = replace_sha256(before, get_verifier_sha256())
    CHANGELOG.write_text(after, encoding="utf-8")
    says = "CHANGELOG.md names the same" if before == after else "CHANGELOG.md names it now"
    sys.stdout.write(f"{OUTPUT_PATH.relative_to(SOURCE_ROOT)}: SHA-256 {get_verifier_sha256()}\n{says}\n")


if __name__ == "__main__":
    main()
