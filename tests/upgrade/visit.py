"""Everyone returns to a site whose database is of an earlier release: is everything there, does play continue?"""

import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts import groups
from config.db import append_only
from config.server.processes.prepare import describe_schema_mismatch
from games.replays.archive.services import archive_table
from games.replays.verification.services import run_verification
from games.tables.models import Table
from tests.matches import bodies, fresh, play_on, seat, waiting
from tests.upgrade.facts import read_facts
from tests.upgrade.playing import decide, play_until_asked
from tests.upgrade.story import PASSWORD

Facts = dict[str, Any]


def main() -> None:
    """Called with a release's facts, the database's kind and the names of checks. Brings the database up to date and
    prints what each check finds wrong."""
    call_command("migrate", verbosity=0)
    facts = json.loads(Path(sys.argv[1]).read_text())[sys.argv[2]]
    json.dump({name: list(CHECKS[name](facts)) for name in sys.argv[3:]}, sys.stdout)


def check_facts(facts: Facts) -> Iterator[str]:
    now = read_facts()
    for part in now:
        yield from list_differences(facts[part], now[part], part)


def list_differences(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Return the differences. There may be more of everything: a later release stores and shows more."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name, value in before.items():
            yield from list_differences(value, now.get(name), f"{where} {name}")
    elif where.endswith(".json"):
        if missing := Counter(before) - Counter(now or ()):
            yield f"{where}: no longer {', '.join(missing)}"
    elif before != now:
        yield f"{where}: {now}, was {before}"


def check_schema(facts: Facts) -> Iterator[str]:
    """Nothing is left to migrate; every table, column and trigger exists, and a trigger works."""
    yield from filter(None, [describe_schema_mismatch()])
    yield from append_only.list_missing_triggers(connection)
    try:
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)
        call_command("migrate", check_unapplied=True, verbosity=0)
    except SystemExit:
        yield "the models or the database need a migration"


def check_roles(facts: Facts) -> Iterator[str]:
    for role in groups.ROLES:
        rows = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
        if {f"{app}.{name}" for app, name in rows} != set(groups.list_role_permissions(role)):
            yield f"{role} has other permissions"


def check_records(facts: Facts) -> Iterator[str]:
    """Ended tables are replayed from their secrets, and running ones up to their current position."""
    yield from _verify(["--all"])
    yield from _verify([public_id for public_id, table in facts["tables"].items() if table["status"] == "running"])


def _verify(tables: list[str]) -> Iterator[str]:
    output = io.StringIO()
    try:
        call_command("verify_matches", "--no-bots", *tables, stdout=output, stderr=io.StringIO())
    except CommandError as problem:
        yield f"{problem}: {output.getvalue()}"


def check_pages(facts: Facts) -> Iterator[str]:
    """With the passwords of old people come in, and the addresses that they have kept still lead somewhere."""
    for username, pages in facts["pages"].items():
        client = Client(headers={"accept-language": "en"})
        client.post("/account/login/", {"login": username, "password": PASSWORD})
        if "_auth_user_id" not in client.session:
            yield f"{username} can't log in"
        for address, read in pages.items():
            answer = client.get(address, follow=True)
            text = b"".join(answer).decode(errors="replace")
            missing = [words for words in read if words not in text]
            if answer.status_code != 200 or missing:
                yield f"{address} for {username}: {answer.status_code}, without {missing}"


def check_play(facts: Facts) -> Iterator[str]:
    """Alice decides where she is asked, and the others go on until she is asked again; one match is played to its end,
    sealed and verified."""
    causes: Counter[str] = Counter()
    tables = list(Table.objects.in_play().filter(seats__user__username="alice").order_by("pk"))
    for table in tables:
        before, number = len(bodies(table)), table.seats.get(user__username="alice").number
        play_until_asked(table, number)
        if seat(table, number) in waiting(table):
            decide(table, seat(table, number))
            play_until_asked(table, number)
        causes.update(body["cause"] for body in bodies(table)[before:])
    if missing := {"player", "bot", "plan", "house"} - set(causes):
        yield f"nothing was done by {missing}"
    ended = play_on(tables[0])
    archive_table(ended.pk)
    run_verification(ended.pk)
    if fresh(ended).status != Table.Status.FINISHED:
        yield f"{ended.public_id} has no end"
    yield from _verify([table.public_id for table in tables])


CHECKS: dict[str, Callable[[Facts], Iterator[str]]] = {
    "facts": check_facts,
    "schema": check_schema,
    "roles": check_roles,
    "records": check_records,
    "pages": check_pages,
    "play": check_play,
}
