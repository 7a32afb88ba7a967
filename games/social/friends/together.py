"""Two people: their results against each other, their common tables, and what one can do about the other."""

from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.catalog import registry
from games.social.friends.blocks import is_blocked
from games.social.friends.services import get_relationship, has_asked
from games.social.models import Mute
from games.tables.errors import ForbiddenError
from games.tables.forms.short_form import ShortTableForm
from games.tables.labels import inline_name, localize_text
from games.tables.models import Result, Seat, Table
from games.tables.selectors.series import PLAYED, Series, get_series
from games.tables.selectors.table_lists import list_result_rows, list_table_rows
from games.tables.selectors.table_rows import TableRow
from games.tables.services.quotas import LIVE_STATUSES

RUNNING_SHOWN = RECENT_SHOWN = 5


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The results of two people at a game, in matches they both played."""

    slug: str
    name: str
    matches: int
    wins: int
    their_wins: int


@dataclass(frozen=True, slots=True)
class Together:
    """What a person's page shows only to this reader."""

    id: str
    name: str  # formatted for use in sentences
    state: str  # "friends", "asked", "asking" or ""
    may_ask: bool
    may_invite: bool
    muted: bool
    blocked: bool
    games: list[HeadToHead]
    series: Series | None  # the series they played last
    running: list[TableRow]
    recent: list[TableRow]
    form: ShortTableForm


def get_together(reader: User, other: User) -> Together:
    """Return everything between reader and other. At most 16 queries, however much they have played."""
    own_results = _results_of_both(reader.pk, other.pk)
    blocked = is_blocked(by=reader.pk, other=other.pk)
    state = get_relationship(reader.pk, other.pk)
    return Together(
        id=other.public_id,
        name=inline_name(str(other)),
        state=state or ("asked" if has_asked(reader.pk, other.pk) else ""),
        may_ask=not (reader.is_guest or other.is_guest) and other.is_active and not blocked,
        may_invite=_takes_invitations(other) and not blocked,
        muted=Mute.objects.filter(user=reader, other_user=other).exists(),
        blocked=blocked,
        games=_by_game(own_results),
        series=_last_series(own_results, reader, other),
        running=_running(reader.pk, other.pk),
        recent=list_result_rows(own_results, 0, RECENT_SHOWN, reader.pk),
        form=ShortTableForm(),
    )


def find_person(public_id: str) -> User | None:
    """Return the person with that public id, guests included. 1 query."""
    return get_user_model().objects.filter(public_id=public_id, anonymised_at=None).first()


def require_invitable(user_id: int, other: User) -> None:
    """Raise ForbiddenError for guests and people the user has blocked.

    Doesn't reveal whether they have blocked the user.
    """
    if not _takes_invitations(other) or is_blocked(by=user_id, other=other.pk):
        raise ForbiddenError("not-invitable")


def _takes_invitations(other: User) -> bool:
    return other.is_active and not other.is_guest


def _results_of_both(user_id: int, other_id: int) -> "QuerySet[Result]":
    """Return the user's results of finished matches with the other, annotated with the other's outcome."""
    other_results = Result.objects.filter(user=other_id, table=OuterRef("table"), outcome__in=PLAYED)
    own_results = Result.objects.filter(user=user_id, outcome__in=PLAYED, is_rated=True)
    return own_results.annotate(theirs=Subquery(other_results.values("outcome")[:1])).filter(theirs__isnull=False)


def _by_game(own_results: "QuerySet[Result]") -> list[HeadToHead]:
    """Return results by game, in front-page order. 1 query."""
    won = Result.Outcome.WON
    rows = own_results.order_by().values("game_slug").annotate(
        matches=Count("pk"), wins=Count("pk", filter=Q(outcome=won)), their_wins=Count("pk", filter=Q(theirs=won))
    )  # fmt: skip
    by_game = {row["game_slug"]: row for row in rows}
    return [
        HeadToHead(slug, localize_text(meta.name), row["matches"], row["wins"], row["their_wins"])
        for slug, meta in registry.list_metadata().items()
        if (row := by_game.get(slug))
    ]


def _last_series(own_results: "QuerySet[Result]", reader: User, other: User) -> Series | None:
    """Return the last series of the two, if any. 2 queries at most."""
    newest = own_results.order_by("-ended_at", "-pk").values_list("table", "table__series").first()
    if newest is None:
        return None
    table, first = newest
    return get_series(table, first or table, [(reader.pk, str(reader)), (other.pk, str(other))])


def _running(user_id: int, other_id: int) -> list[TableRow]:
    """List live tables with both players. 1 query, 4 if there are any."""
    other_seats = Seat.objects.filter(user=other_id, table=OuterRef("pk"))
    tables = Table.objects.filter(Exists(other_seats), seats__user=user_id, status__in=LIVE_STATUSES)
    ids = tables.order_by("-created_at", "-pk").values_list("pk", flat=True)[:RUNNING_SHOWN]
    return list_table_rows(list(ids), user_id)
