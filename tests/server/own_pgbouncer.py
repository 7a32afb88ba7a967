"""A PgBouncer of a test's own, in transaction mode, before the PostgreSQL the tests run with."""

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.server.running import eventually, free_port

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
POOL = 3  # server connections for everyone together
CONFIGURATION = """
[databases]
* = host={host} port={server_port} {login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {pool}
max_client_conn = 200
server_login_retry = 1
logfile = {folder}/pgbouncer.log
"""


class OwnPgBouncer:
    """`url(of)` leads through it to the database that `of` names on the server."""

    def __init__(self, folder: Path, server: str, *, user: str = "", pool: int = POOL) -> None:
        parts = urlsplit(server)
        self.folder, self.port = folder, free_port()
        password = f"password={parts.password}" if parts.password else ""
        text = CONFIGURATION.format(
            host=parts.hostname, server_port=parts.port or 5432, login=f"user={user or parts.username} {password}",
            port=self.port, pool=pool, folder=folder,
        )  # fmt: skip
        (folder / "pgbouncer.ini").write_text(text)
        self.start()

    def url(self, of: str) -> str:
        parts = urlsplit(of)
        return urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{self.port}", query=""))

    def start(self) -> None:
        assert PROGRAM
        command = [PROGRAM, "-q", str(self.folder / "pgbouncer.ini")]
        if os.geteuid() == 0:  # it refuses to be root
            for path in (self.folder, *self.folder.parents):
                if path.stat().st_uid == 0 and path != Path("/tmp") and path.parts[:2] == ("/", "tmp"):
                    path.chmod(0o755)
            shutil.chown(self.folder, "postgres")
            command += ["-u", "postgres"]
        self.process = subprocess.Popen(command)
        if not eventually(self.answers):
            self.stop()
            raise AssertionError((self.folder / "pgbouncer.log").read_text())

    def answers(self) -> bool:
        try:
            psycopg.connect(
                f"postgres://postgres@127.0.0.1:{self.port}/postgres", connect_timeout=2, options=""
            ).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
