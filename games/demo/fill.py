"""Filling of an empty database with the demo site."""

from dataclasses import dataclass

from django.urls import reverse

from accounts.models import SignupSettings, User
from games.circles.services import create_circle, join_circle
from games.demo.cases import create_cases
from games.demo.matches import USUAL_SEATS, DemoTables, get_seats, list_games, open_table, play_match, start_table
from games.demo.people import PLAYERS, People, create_people
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class DemoSite:
    """The demo's people by name, and interesting URLs by what they show ("table", "room" …)."""

    people: People
    addresses: dict[str, str]


class NotEmptyError(Exception):
    """The database already has accounts."""


def fill(password: str) -> DemoSite:
    """Create people, a circle, tables and ended matches of each game, and a dozen open cases. Raises NotEmptyError.

    Sakura sits at a table of each game, and at two that are still open.
    """
    if User.objects.exists():
        raise NotEmptyError
    SignupSettings.objects.create(members_may_invite=True)
    people = create_people(password)
    tables = _create_tables(people)
    create_cases(people, tables)
    return DemoSite(people, _list_addresses(people, tables) | {"circle": _create_circle(people)})


def _create_circle(people: People) -> str:
    """Create a circle of Sakura and all players. Return its URL."""
    circle = create_circle(people["Sakura"], "木曜カード会")
    for name in PLAYERS:
        join_circle(people[name], circle.join_code)
    return reverse("circles:detail", args=[circle.public_id])


def _create_tables(people: People) -> DemoTables:
    games = list_games()
    players = [people[name] for name in PLAYERS]
    sakura, alice, bob, chi = (people[name] for name in ("Sakura", "Alice", "Bob", "Chi"))
    return DemoTables(
        ended=[play_match(slug, *[*players[n:], *players[:n]][: get_seats(slug)[0]]) for n, slug in enumerate(games)],
        suspected=play_match(games[0], alice, bob, people["Daniel"]),
        running=[start_table(slug, *players[: get_seats(slug)[0]]) for slug in games],
        started=[
            start_table(games[0], *players[:USUAL_SEATS], until=None),
            start_table(games[0], alice, bob, chi, until=None),
        ],
        waiting=[
            open_table(games[0], sakura, people["Kenji"], visibility=Table.Visibility.LINK),
            open_table(games[-1], sakura, visibility=Table.Visibility.LINK),
        ],
    )


def _list_addresses(people: People, tables: DemoTables) -> dict[str, str]:
    room, match = tables.waiting[0], tables.ended[0]
    return {
        "table": tables.running[0].get_absolute_url(),
        "room": room.get_absolute_url(),
        "invitation": reverse("tables:invite", args=[room.public_id, room.invite_code]),
        "finished": match.get_absolute_url(),
        "replay": reverse("replays:detail", args=[match.public_id]),
        "person": reverse("tables:player", args=[people["Kenji"].public_id]),
        "report": reverse("moderation:report", args=["table", match.public_id]),
    }
