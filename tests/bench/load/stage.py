"""Who plays under load: people with sessions at tables of all games, and for each table the moves that will be made.

A table's chance is fixed from its start, so that a match played ahead, in a transaction that is undone, is the match.
"""

from dataclasses import dataclass

import django
from django.core.management import call_command
from django.db import transaction

django.setup()

from accounts.models import User  # noqa: E402
from games.catalog import registry  # noqa: E402
from games.engine.chance import Rng  # noqa: E402
from games.engine.serialization.canonical_json import to_json  # noqa: E402
from games.tables.gameplay.moves import SubmittedMove, submit_move  # noqa: E402
from games.tables.models import Table  # noqa: E402
from tests.bench.browser import Browser, plain_django  # noqa: E402
from tests.bench.minimal.models import Game  # noqa: E402
from tests.bench.play import SEATS  # noqa: E402
from tests.conftest import session_of  # noqa: E402
from tests.contract.checks.moves import as_form  # noqa: E402
from tests.matches import legal, running, waiting  # noqa: E402

OPTIONS = {"sdc": {"start_coins": 20}}  # else it would be over too soon
LONGEST = 400  # moves played ahead
OWN_TABLES = 20  # of the person whose lobby is looked at


@dataclass(frozen=True)
class ScriptedMove:
    """Who answers which question, and how."""

    seat: int
    asked: int
    fields: list[tuple[str, str]]


@dataclass
class Match:
    """A table: its address, its people's sessions by seat, their moves, and how many have been made."""

    address: str
    sessions: list[str]
    script: list[ScriptedMove]
    made: int = 0


def sit_down(people: int, rounds: int) -> list[list[Match]]:
    """Groups that play one match after another, `rounds` each, until that many people sit; all games by turns."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    users = [User.objects.create_user(f"crowd{n}", name=f"Crowd {n}") for n in range(people)]
    sessions = {user.pk: session_of(user) for user in users}
    slugs, groups, seated = list(registry.list_metadata()), list[list[Match]](), 0
    while seated < people:
        slug = slugs[len(groups) % len(slugs)]
        size = min(SEATS[slug], 4)
        at = [users[(seated + n) % people] for n in range(size)]
        tables = [running(slug, *at, seats=size, options=OPTIONS.get(slug, {})) for _ in range(rounds)]
        cookies = [sessions[user.pk] for user in at]
        groups.append([Match(f"/tables/{table.public_id}/", cookies, play_ahead(table, at)) for table in tables])
        seated += size
    return groups


def play_ahead(table: Table, people: list[User]) -> list[ScriptedMove]:
    rng, script = Rng(b"load", table.public_id), list[ScriptedMove]()
    with transaction.atomic():
        while len(script) < LONGEST and (seats := waiting(table)):
            seat = seats[0]
            form = as_form(to_json(legal(table, seat.number).sample(rng)))
            submit_move(
                table.public_id, user_id=people[seat.number].pk, question_seq=seat.question_seq,
                submitted=SubmittedMove(form=form), key=f"ahead-{len(script)}",
            )  # fmt: skip
            fields = [(name, value) for name, values in form.items() for value in values]
            script.append(ScriptedMove(seat.number, seat.question_seq or 0, fields))
        transaction.set_rollback(True)
    return script


def sit_at_many() -> str:
    """Return the session of a person with many tables, each waiting for one of two people."""
    regular, friend = (User.objects.create_user(name, name=name) for name in ("Regular", "Friend"))
    slugs = list(registry.list_metadata())
    for n in range(OWN_TABLES):
        running(slugs[n % len(slugs)], regular, friend, seats=min(SEATS[slugs[n % len(slugs)]], 4))
    return session_of(regular)


def list_plain_sessions(count: int) -> list[tuple[str, int]]:
    """Return cookies for the yardstick, and a game for each."""
    browsers = [Browser(user, plain_django()) for user in User.objects.order_by("pk")[:count]]
    return [(browser.cookies, Game.objects.create().pk) for browser in browsers]
