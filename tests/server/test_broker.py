"""The embedded broker: several processes write and read concurrently, and nothing is lost, doubled or torn."""

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config.server.worker import filesystem_broker

pytestmark = pytest.mark.process

WRITERS, READERS, EACH = 3, 3, 200


@contextmanager
def channel(folder: Path) -> Iterator[Any]:
    with Connection(filesystem_broker.URL, transport_options={"folder": str(folder)}) as connection:
        yield connection.default_channel


def message(number: int) -> dict[str, Any]:
    return {"body": f"{number} {'x' * 20_000}", "properties": {"delivery_tag": str(number)}}


def write(folder: Path, first: int) -> None:
    with channel(folder) as out:
        for number in range(first, first + EACH):
            out._put("background", message(number))


def read(folder: Path, total: int, read_so_far: Any, numbers: Any) -> None:
    """Take messages until all readers together have seen them all."""
    with channel(folder) as source:
        until = time.monotonic() + 60
        while read_so_far.value < total and time.monotonic() < until:
            try:
                envelope = source._get("background")
            except Empty:
                continue
            numbers.put(int(envelope["body"].split(" ")[0]))
            with read_so_far.get_lock():
                read_so_far.value += 1


def test_concurrent_writers_and_readers_lose_nothing(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    read_so_far, numbers_read = spawn.Value("i", 0), spawn.Queue()
    total = WRITERS * EACH
    people = [spawn.Process(target=read, args=(tmp_path, total, read_so_far, numbers_read)) for _ in range(READERS)]
    people += [spawn.Process(target=write, args=(tmp_path, at * EACH)) for at in range(WRITERS)]
    for person in people:
        person.start()
    numbers = [numbers_read.get(timeout=60) for _ in range(total)]
    for person in people:
        person.join(30)
    assert sorted(numbers) == list(range(total))
    assert [person.exitcode for person in people] == [0] * len(people)
    assert not list(tmp_path.glob("*/*.msg"))


def test_a_half_written_message_is_never_read(tmp_path: Path) -> None:
    """A writer that was killed leaves a draft, under a name no reader looks for."""
    with channel(tmp_path) as pipe:
        pipe._put("background", message(1))
        (whole,) = (tmp_path / "waiting").iterdir()
        (tmp_path / "drafts" / whole.name.replace("_", "_0")).write_text(whole.read_text()[:100])
        assert pipe._get("background")["body"].startswith("1 ")
        with pytest.raises(Empty):
            pipe._get("background")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"properties": 3}', "\udcff"])
def test_an_unreadable_message_is_set_aside(tmp_path: Path, text: str) -> None:
    with channel(tmp_path) as pipe:
        name = "00000000000000000001_bad.background.msg"
        (tmp_path / "waiting" / name).write_bytes(text.encode(errors="surrogateescape"))
        pipe._put("background", message(2))
        assert pipe._get("background")["body"].startswith("2 ")
        assert [file.name for file in (tmp_path / "unreadable").iterdir()] == [name]


def test_oldest_first_and_each_queue_for_itself(tmp_path: Path) -> None:
    with channel(tmp_path) as pipe:
        for number, queue in enumerate(["background", "deadlines", "background"]):
            pipe._put(queue, message(number))
        assert [pipe._get(queue)["body"][0] for queue in ("background", "background", "deadlines")] == ["0", "2", "1"]


def test_folder_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    with channel(folder):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_prune_removes_only_old_leftovers(tmp_path: Path) -> None:
    with channel(tmp_path) as pipe:
        pipe._put("background", message(1))
    for part, age in (("drafts", 5000), ("taken", 10), ("unreadable", 5000)):
        file = tmp_path / part / f"{part}.background.msg"
        file.touch()
        os.utime(file, (time.time() - age,) * 2)
    assert filesystem_broker.delete_stale_messages(tmp_path, older_than=3600) == 2
    assert sorted(file.parent.name for file in tmp_path.glob("*/*.msg")) == ["taken", "waiting"]
