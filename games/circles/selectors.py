"""Data for the pages of circles."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.staff.conflicts_of_interest import ConflictOfInterest
from games.catalog import registry
from games.circles.models import Circle, CircleMember, CircleTable, CircleWebhook
from games.notifications.forms import mask_address
from games.notifications.models import Delivery
from games.tables.labels import localize_text
from games.tables.models import Result, Table
from games.tables.selectors.series import PLAYED
from games.tables.selectors.table_lists import list_table_rows
from games.tables.selectors.table_rows import TableRow
from games.tables.services.quotas import LIVE_STATUSES

TABLES_SHOWN = 30
Outcome = Result.Outcome


@dataclass(frozen=True, slots=True)
class Member:
    """A member as shown on the circle's page."""

    person: User
    is_owner: bool
    is_me: bool


@dataclass(frozen=True, slots=True)
class MemberResult:
    """A member's results at a game; `place` is the average of finished matches."""

    name: str
    matches: int
    wins: int
    place: float | None


@dataclass(frozen=True, slots=True)
class GameResults:
    """All members' results at a game, most wins first."""

    slug: str
    name: str
    members: list[MemberResult]


@dataclass(frozen=True, slots=True)
class WebhookView:
    """The circle's webhook for its owner: a masked address, and the last problem."""

    row: CircleWebhook  # for its form
    address: str
    problem: str  # as text


@dataclass(frozen=True, slots=True)
class CirclePage:
    """A circle, for one of its members."""

    id: str
    name: str
    is_owner: bool
    join_code: str
    members: list[Member]
    running: list[TableRow]
    results: list[GameResults]
    webhook: WebhookView | None  # for the owner only


def list_circles(user_id: int) -> "QuerySet[Circle]":
    """Return the circles of the user by name, annotated with the number of members (`size`). 1 query."""
    own_circles = CircleMember.objects.filter(user=user_id).values("circle")
    return Circle.objects.filter(pk__in=own_circles).annotate(size=Count("members")).order_by("name", "pk")


def get_circle(public_id: str, user_id: int) -> Circle | None:
    """Return the circle if the user is a member, else None. 1 query."""
    return Circle.objects.filter(public_id=public_id, members__user=user_id).first()


def get_circle_page(circle: Circle, user_id: int) -> CirclePage:
    """Return the data of the circle's page. At most 7 queries."""
    rows = CircleMember.objects.filter(circle=circle).select_related("user").order_by("user__name", "user")
    people = {row.user_id: row.user for row in rows}
    return CirclePage(
        id=circle.public_id,
        name=circle.name,
        is_owner=circle.owner_id == user_id,
        join_code=circle.join_code,
        members=[Member(person, pk == circle.owner_id, pk == user_id) for pk, person in people.items()],
        running=_list_running(circle, user_id),
        results=_list_results(circle, people),
        webhook=_get_webhook(circle) if circle.owner_id == user_id else None,
    )


def find_circle_by_link(code: str) -> Circle | None:
    """Return the circle of a link, annotated with the number of members (`size`). 1 query."""
    return Circle.objects.filter(join_code=code).annotate(size=Count("members")).first()


def list_circle_conflicts(accounts: Collection[int], people: Collection[int]) -> Iterator[ConflictOfInterest]:
    """List conflicts of interest: those of `people` in a circle with any of `accounts`. 1 query."""
    circles = CircleMember.objects.filter(user__in=accounts).values("circle")
    for person in CircleMember.objects.filter(circle__in=circles, user__in=people).values_list("user", flat=True):
        yield ConflictOfInterest("circle", person)


def find_webhook(circle: Circle) -> CircleWebhook | None:
    """Return the circle's webhook, if any. 1 query."""
    return CircleWebhook.objects.filter(circle=circle).first()


def _get_webhook(circle: Circle) -> WebhookView | None:
    row = find_webhook(circle)
    if row is None:
        return None
    problem = str(Delivery.Problem(row.problem).label) if row.problem else ""
    return WebhookView(row, mask_address(row.url), problem)


def _list_running(circle: Circle, user_id: int) -> list[TableRow]:
    live = CircleTable.objects.of_members().filter(
        circle=circle, table__status__in=LIVE_STATUSES, table__frozen_at=None
    )
    ids = live.order_by("-table__created_at", "-pk").values_list("pk", flat=True)[:TABLES_SHOWN]
    return list_table_rows(list(ids), user_id)


def _list_results(circle: Circle, people: Mapping[int, User]) -> list[GameResults]:
    """Return results by game, in front-page order. 1 query.

    Counts matches with at least two members and no other people, except those that only their players may see.
    """
    members = CircleMember.objects.filter(circle=circle).values("user")
    at_table = Result.objects.filter(table=OuterRef("table")).exclude(outcome=Outcome.REMOVED)
    results = Result.objects.filter(
        ~Exists(at_table.exclude(user__in=members)), Exists(at_table.exclude(user=OuterRef("user"))),
        user__in=members, outcome__in=PLAYED, is_rated=True,
    ).exclude(table__replay_visibility=Table.ReplayVisibility.PARTICIPANTS)  # fmt: skip
    counted = results.order_by().values("game_slug", "user").annotate(
        matches=Count("pk"), wins=Count("pk", filter=Q(outcome=Outcome.WON)), average=Avg("place")
    )  # fmt: skip
    by_game: dict[str, list[MemberResult]] = {}
    for row in counted:
        result = MemberResult(str(people[row["user"]]), row["matches"], row["wins"], row["average"])
        by_game.setdefault(row["game_slug"], []).append(result)
    return [
        GameResults(
            slug, localize_text(meta.name), sorted(by_game[slug], key=lambda result: (-result.wins, result.name))
        )
        for slug, meta in registry.list_metadata().items()
        if slug in by_game
    ]
