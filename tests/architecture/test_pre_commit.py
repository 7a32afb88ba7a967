""".pre-commit-config.yaml runs what `make check` runs."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_part_of_make_check_is_a_hook() -> None:
    parts = re.search(r"^check: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert parts
    hooks = re.findall(r"^ +entry: make (\S+)$", (ROOT / ".pre-commit-config.yaml").read_text(), re.MULTILINE)
    assert sorted(hooks) == sorted(parts[1].split())
