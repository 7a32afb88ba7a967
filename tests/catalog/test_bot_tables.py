"""The bots' tables are files as the programs in `tests/bench` write them, and part of what a bot's digest covers."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.arena.chunks import hash_code
from games.engine.code_digest import get_bot_digest, list_code_files
from games.kit.bot_tables import unpack_bytes
from games.replays.analysis.rating import adviser_version
from games.replays.audit.code_version import code_version
from tests.bench.tables import CATALOG, format_table, pack_bytes

ROOT = CATALOG.parents[1]
TABLES = sorted(CATALOG.glob("*/bots/**/*.json"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: str(path.relative_to(CATALOG)))
def test_a_table_is_written_as_its_program_writes_it(path: Path) -> None:
    text = path.read_text("ascii")
    assert format_table(json.loads(text)) == text


def test_packed_bytes_are_read_back() -> None:
    content = bytes(range(256)) * 3
    assert unpack_bytes(pack_bytes(content)) == content


@pytest.mark.parametrize("digest", [get_bot_digest, code_version, adviser_version, hash_code])
def test_another_table_is_another_code(digest: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = CATALOG / "lombard/bots/strong/level_table.json"
    compute, read_bytes, read_text = digest.__wrapped__, Path.read_bytes, Path.read_text
    before = compute("lombard"), compute("sdc")
    monkeypatch.setattr(Path, "read_bytes", lambda path: b"[]" if path == table else read_bytes(path))
    monkeypatch.setattr(
        Path, "read_text", lambda path, *arguments: "[]" if path == table else read_text(path, *arguments)
    )
    assert compute("lombard") != before[0]
    assert compute("sdc") == before[1]


def test_tables_are_code_but_other_data_is_not() -> None:
    code_files = {path.relative_to(ROOT).as_posix() for path in list_code_files(ROOT, ["games/catalog"])}
    assert code_files >= {path.relative_to(ROOT).as_posix() for path in TABLES}
    assert "games/catalog/strength.json" not in code_files
