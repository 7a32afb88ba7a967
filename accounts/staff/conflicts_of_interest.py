"""Conflicts of interest: staff must not decide about their rivals, their friends or their own other accounts.

Strong conflicts forbid an act: the same browser, the same network, a table that both play at. Weak ones (a crowded
network, friends, invitations) say less, and a moderator without any can approve the act (accounts.staff.approvals).
Conflicts by play and friendship come from the apps that know them; this app knows no games.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import browser_devices, network_fingerprints

DEVICE, NETWORK, CROWD, TABLE = "device", "network", "crowd", "table"
STRONG_KINDS = {DEVICE, NETWORK, TABLE}
KIND_NAMES: dict[str, Any] = {  # other apps add theirs
    DEVICE: _("the same browser"),
    NETWORK: _("the same network"),
    CROWD: _("a network shared by many people"),
    TABLE: _("a table both play at"),
}


class ConflictOfInterest(NamedTuple):
    """A conflict of a kind in KIND_NAMES with the person of that key."""

    kind: str
    person: int

    @property
    def is_strong(self) -> bool:
        return self.kind in STRONG_KINDS


ConflictProvider = Callable[[Collection[int], Collection[int]], Iterable[ConflictOfInterest]]
_providers: list[ConflictProvider] = []
_cached_conflicts: ContextVar[dict[Any, Any] | None] = ContextVar("answers", default=None)
PEOPLE, TIES = "people", "ties"  # keys of the cache: the people with whom all conflicts are known, and those conflicts


def register(provider: ConflictProvider, names: dict[str, Any] | None = None) -> None:
    """Register `provider(accounts, people)`, which yields conflicts between them; `names` describes its kinds.

    It must take a fixed number of queries, however many people there are.
    """
    _providers.append(provider)
    KIND_NAMES.update(names or {})


def list_conflicts(one_pk: int, people: Collection[int], since: datetime | None = None) -> list[ConflictOfInterest]:
    """List the conflicts of a person with any of `people`, without duplicates, strong ones first. About 10 queries.

    Accounts in the same browser or network count as the same person: conflicts of one apply to all. Networks count from
    the week of `since` on (None: as long as they are stored).
    """
    key = (one_pk, frozenset(people), since)
    answers = _cached_conflicts.get()
    if answers is not None and since is None and set(people) <= answers.get((one_pk, PEOPLE), set()):
        cached_conflicts: list[ConflictOfInterest] = answers[one_pk, TIES]
        return [tie for tie in cached_conflicts if tie.person in people]
    if answers is not None and key in answers:
        cached: list[ConflictOfInterest] = answers[key]
        return cached
    conflicts = sorted(
        set(_find_conflicts(one_pk, set(people) - {one_pk}, since)), key=lambda tie: (not tie.is_strong, tie)
    )
    if answers is not None:
        answers[key] = conflicts
    return conflicts


def has_strong_conflict(one_pk: int, other_pk: int) -> bool:
    """Return whether a strong conflict forbids one person from acting on the other."""
    return any(tie.is_strong for tie in list_conflicts(one_pk, [other_pk]))


def describe_conflicts(ties: Iterable[ConflictOfInterest]) -> str:
    """Return the kinds of conflict as text for the member of staff. Names no one."""
    return ", ".join(dict.fromkeys(str(KIND_NAMES[tie.kind]) for tie in ties))


def serialize_conflicts(ties: Sequence[ConflictOfInterest]) -> list[list[str]]:
    """Return kinds and public ids. 1 query if there are any."""
    people = (
        dict(User.objects.filter(pk__in={tie.person for tie in ties}).values_list("pk", "public_id")) if ties else {}
    )
    return [[tie.kind, people.get(tie.person, "")] for tie in ties]


@contextmanager
def cache_conflicts(one_pk: int | None = None, people: Collection[int] = ()) -> Iterator[None]:
    """Cache conflicts while a page decides which acts to offer; the act itself looks them up again.

    The conflicts of `one_pk` with all of these `people` are looked up together.
    """
    answers: dict[Any, Any] = {}
    token = _cached_conflicts.set(answers)
    try:
        if one_pk is not None and people:
            answers[one_pk, TIES] = list_conflicts(one_pk, people)
            answers[one_pk, PEOPLE] = set(people)
        yield
    finally:
        _cached_conflicts.reset(token)


def _find_conflicts(one_pk: int, people: set[int], since: datetime | None) -> Iterator[ConflictOfInterest]:
    if not people:
        return
    accounts = {one_pk, *browser_devices.list_second_account_ids(one_pk)}
    near, crowded = network_fingerprints.get_network_neighbors(accounts, since)
    yield from (
        ConflictOfInterest(DEVICE, person) for person in browser_devices.filter_sharing_devices(accounts, people)
    )
    yield from (ConflictOfInterest(NETWORK, person) for person in near & people)
    yield from (ConflictOfInterest(CROWD, person) for person in crowded & people - near)
    for provider in _providers:
        yield from (tie for tie in provider(accounts | near, people) if tie.person in people)
