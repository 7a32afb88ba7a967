"""Every address of the site, requested by every kind of person: the table in `expected.txt` has the results.

An address that has no line there fails, and so does a line without an address. To update the table after a change,
and then read the diff: `TEFUDA_WRITE_ADDRESSES=1 pytest tests/site -n 0`.
"""

import math
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.urls import URLPattern, get_resolver

from accounts.models import Approval, Sanction, SignupSettings, User
from accounts.services import audit_log
from games.monitoring import health as monitoring_health
from games.puzzles.making import get_today
from games.tables.models import Event, Seat, Table
from tests.accounts.sanctioned import laid
from tests.matches import play_on, running
from tests.puzzles.puzzles import create_puzzle
from tests.rollback import rolled_back
from tests.social.chats import say

pytestmark = pytest.mark.thorough

TABLE = Path(__file__).with_name("expected.txt")
READERS = ("stranger", "player", "elsewhere", "bare", "moderator", "senior", "admin", "boss", "seated")
SENDERS = ("stranger", "moderator", "seated")  # who also sends a form that fits none
WHEREVER = "*"  # depends on what this machine has installed
WRITING = bool(os.environ.get("TEFUDA_WRITE_ADDRESSES"))
FORM = {"reason": "because", "seat": "1", "n": "5", "hours": "1", "asked": "1", "level": "normal", "category": "abuse"}


def addresses() -> list[str]:
    """All patterns of the site as one reads them, without what tests add."""
    return sorted(set(_walk(get_resolver("config.urls").url_patterns, "")))


def _walk(patterns: list, before: str) -> Iterator[str]:
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield here.replace("^", "").replace("$", "") or "(front)"
        else:
            yield from _walk(pattern.url_patterns, here)


@pytest.fixture(autouse=True)
def young(monkeypatch) -> None:
    """However long these tests take, no queue has had an occasion yet to show life."""
    monkeypatch.setattr(monitoring_health, "GRACE_SECONDS", math.inf)


@pytest.fixture
def match(alice, person) -> Table:
    """A running table of Alice and a moderator with the role of an admin, Sam. Alice has said something there, and may
    report nothing. A tied moderator has asked whether they may hold the match."""
    SignupSettings.objects.create()
    sam = staff(person("Sam"), "admin")
    table = play_on(running("lombard", alice, sam, seats=4, options={"target_coins": 32}), 0)
    say(table, alice, "hello")
    laid("no-reports", alice, judge := User.objects.create_superuser("judge"))
    Approval.objects.create(
        requested_by=judge, action="freeze", target_type=audit_log.TABLE, target_id=table.public_id, reason="x"
    )
    return table


def staff(user: User, role: str | None) -> User:
    user.is_staff = True
    user.save()
    if role:
        user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture(params=READERS)
def reader(request, alice, charlie, person, moderator) -> tuple[str, User | None]:
    name = request.param
    readers = {"stranger": None, "player": alice, "elsewhere": charlie, "boss": moderator}
    if name in readers:
        return name, readers[name]
    if name == "seated":
        return name, None  # Sam, who comes with the match
    return name, staff(person(name.title()), None if name == "bare" else name)


def _of_a_person(address: str) -> bool:
    return address.startswith("players/") or "/case/" in address


def things(match: Table) -> dict[str, object]:
    """Return values for the addresses' parameters, from existing rows."""
    alice = User.objects.get(name="Alice")
    return {
        "tables/table": match.pk,
        "tables/seat": Seat.objects.get(table=match, number=0).pk,
        "tables/event": Event.objects.filter(table=match).latest("seq").pk,
        "accounts/user": alice.pk,
        "auth/group": Group.objects.get(name="senior").pk,
        "accounts/sanction": Sanction.objects.get().pk,
        "accounts/approval": Approval.objects.get().pk,
        "person": alice.public_id,
        "puzzle": create_puzzle().public_id,
    }


def _first_of(kind: str) -> object:
    """A row of "social/chatmessage", or the number of none."""
    try:
        row = apps.get_model(*kind.split("/"))._default_manager.order_by("pk").first()
    except (LookupError, ValueError, TypeError):
        return 1
    return 1 if row is None else row.pk


def filled(address: str, match: Table, rows: dict[str, object]) -> str:
    """The address with what it asks for."""
    kind = "/".join(address.split("/")[1:3])
    row_pk, today = rows.get(kind) or _first_of(kind), get_today()
    values = {
        "object_id": row_pk, "id": rows["accounts/user"], "n": match.last_seq, "action": "freeze",
        "name": "suspend", "token": "x", "key": "x-y", "uidb36": "1", "content_type_id": 1, "url": "nowhere",
        "app_label": "tables", "code": "wrongwrong12",
        "slug": "lombard" if "/lessons/" in address else "sdc", "lesson": "one-turn", "answer": "double",
        "section": "stage", "channel": "mail", "language": "en", "digest": "x",
        "room": "players", "number": 1, "seat": 0, "pk": row_pk,
        "kind": "line" if "/report/content/" in address else "table",
        "ref": f"{match.public_id}.players.1" if "/report/content/" in address else match.public_id,
        "public_id": rows["person"] if _of_a_person(address) else match.public_id,
        "year": today.year, "month": today.month, "day": today.day,
    }  # fmt: skip
    if address.startswith("puzzles/"):
        values["public_id"] = rows["puzzle"]
    path = re.sub(
        r"\(\?P<(\w+)>[^)]*\)|<(?:\w+:)?(\w+)>",
        lambda placeholder: str(values[placeholder[1] or placeholder[2]]),
        address,
    )
    queries = {"moderate/freeze/": f"?table={match.public_id}", "act/suspend/": f"?person={rows['accounts/user']}"}
    path += next((query for part, query in queries.items() if path.endswith(part)), "")
    return "/" + path.replace("(front)", "")


def try_address(path: str, match: Table, client, *, sends: bool) -> str:
    """The status of a GET, and of a POST as if the other had not been."""
    with rolled_back():
        statuses = [ask_for_status(match, lambda: client.get(path))]
    if sends:
        cache.clear()  # of limits
        with rolled_back():
            statuses.append(ask_for_status(match, lambda: client.post(path, FORM)))
    return "/".join(statuses)


def ask_for_status(match: Table, ask) -> str:
    """The status of an answer that doesn't hold the seed."""
    answer = ask()
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert bytes(match.seed.value).hex().encode() not in body, answer.request["PATH_INFO"]
    return str(answer.status_code)


def read_table() -> dict[str, dict[str, str]]:
    lines = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {address: dict(zip(READERS, statuses, strict=True)) for address, *statuses in lines}


def test_every_address_has_a_line_and_every_line_an_address():
    assert sorted(read_table()) == addresses()


def test_it_answers_as_the_table_says(reader, match, visit):
    name, user = reader
    user = User.objects.get(name="Sam") if name == "seated" else user
    client, rows, statuses = visit(user), things(match), {}
    client.raise_request_exception = False
    as_it_came = client.cookies.copy()
    for address in addresses():
        client.cookies = as_it_came.copy()
        statuses[address] = try_address(filled(address, match, rows), match, client, sends=name in SENDERS)
    if WRITING:
        write_column(name, statuses)
        return
    expected_statuses = read_table()
    wrong = {
        address: (status, expected_statuses[address][name])
        for address, status in statuses.items()
        if expected_statuses[address][name] not in (status, WHEREVER)
    }
    assert wrong == {}, f"as {name}: address, (got, expected)"


def write_column(name: str, statuses: dict[str, str]) -> None:
    """Put a column into the table."""
    rows = read_table() if TABLE.exists() else {}
    head = f"# GET (/POST) as: {' '.join(READERS)}\n"
    lines = []
    for address in addresses():
        row = rows.get(address, dict.fromkeys(READERS, "?"))
        if row[name] != WHEREVER:
            row |= {name: statuses[address]}
        lines.append(" ".join([f"{address:60}", *(row[reader] for reader in READERS)]))
    TABLE.write_text(head + "\n".join(lines) + "\n")
