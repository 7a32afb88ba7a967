"""`python -m tests.architecture.publish_migrations`: list today's migrations as published.

Run it once per release and commit its changes to published_migrations.txt. From then on, a listed file that changes
or disappears fails tests/architecture/test_migrations.py.
"""

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("published_migrations.txt")
HEAD = "# SHA-256 of every migration that a release has published; made by publish_migrations.py.\n"


def list_migrations(root: Path = ROOT) -> dict[str, str]:
    """All there are, by their paths from the root: the SHA-256 of each."""
    files = [
        path
        for package in ("accounts", "games")
        for path in (root / package).rglob("migrations/*.py")
        if path.name != "__init__.py"
    ]
    return {file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(files)}


def read_published(file: Path = LIST) -> dict[str, str]:
    rows = [line.split() for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return {path: digest for digest, path in rows}


def find_problems(present: dict[str, str], published: dict[str, str]) -> list[str]:
    """A sentence for each published migration that isn't there as it was."""
    return [
        f"{path} was published with a release and {'has changed' if path in present else 'is gone'}. "
        "Databases have applied it as it was: put it back and add a new migration instead."
        for path, digest in published.items()
        if present.get(path) != digest
    ]


def main() -> None:
    present, published = list_migrations(), read_published()
    if problems := find_problems(present, published):
        sys.exit("\n".join(problems))
    LIST.write_text(HEAD + "".join(f"{digest}  {path}\n" for path, digest in sorted(present.items())))
    sys.stdout.write(f"{len(present) - len(published)} more, {len(present)} in all.\n")


if __name__ == "__main__":
    main()
