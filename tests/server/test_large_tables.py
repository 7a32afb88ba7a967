"""What the clock runs, and what staff search for, reads no whole table, however large the house has grown."""

import os
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from tests.needs import needs
from tests.server.running import ROOT, outside

pytestmark = [
    pytest.mark.process,
    pytest.mark.servers,
    needs(connection.vendor == "postgresql", "PostgreSQL: its planner is asked, and its counts"),
]
SHARE = "0.002"  # 2,000 matches of 400 people: enough to tell a few rows from all of them


@pytest.fixture
def url() -> Iterator[str]:
    """A database of the test's own, not made yet."""
    server = os.environ["DATABASE_URL"]
    name = f"tefuda_million_{uuid4().hex[:8]}"
    yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def reads(url: str, *arguments: str) -> tuple[int, str]:
    """Return the bench's verdict with a planner that uses every index: with so few rows it need not."""
    env = {**outside(), "DATABASE_URL": url, "REDIS_URL": "", "PGOPTIONS": "-c enable_seqscan=off -c jit=off"}
    command = [sys.executable, "-m", "tests.bench.million", "--reads", *arguments]
    completed = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    return completed.returncode, completed.stdout + completed.stderr


def test_no_sweep_and_no_search_reads_a_whole_table(url: str) -> None:
    status, output = reads(url, "--share", SHARE)
    assert status == 0, output
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("DROP INDEX table_unlinked")
    status, output = reads(url, "--keep", "--only", "replays.extend_transparency_log")
    assert status == 1
    assert "replays.extend_transparency_log: 2000 reads in the 2000 rows of tables_table" in output
