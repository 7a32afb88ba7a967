"""What ties people to each other, as far as anybody knows: who decides about somebody may not be their rival, their
friend, or the same person with another account.

Strong ties bar: the same browser, the same network, a table that both play at. Weak ones (a network that very many
share, friends, invitations) say less, and a second, untied moderator may speak for it (accounts.staff.approvals).
What is
known of playing and of friends is told by the apps that know; this one knows no games.
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
    CROWD: _("a network that many share"),
    TABLE: _("a table both play at"),
}


class ConflictOfInterest(NamedTuple):
    """A tie of one of the kinds in NAMES, to the person with that key."""

    kind: str
    person: int

    @property
    def is_strong(self) -> bool:
        return self.kind in STRONG_KINDS


ConflictProvider = Callable[[Collection[int], Collection[int]], Iterable[ConflictOfInterest]]
_providers: list[ConflictProvider] = []
_cached_conflicts: ContextVar[dict[Any, list[ConflictOfInterest]] | None] = ContextVar("answers", default=None)


def register(provider: ConflictProvider, names: dict[str, Any] | None = None) -> None:
    """`provider(accounts, people)` tells which of `people` are tied to any of `accounts`; `names` says its kinds.

    It must take a fixed number of queries, however many people there are.
    """
    _providers.append(provider)
    KIND_NAMES.update(names or {})


def list_conflicts(one_pk: int, people: Collection[int], since: datetime | None = None) -> list[ConflictOfInterest]:
    """All ties that lead from somebody to any of `people`, each once; strong ones first. About 10 queries.

    Accounts in the same browser or network are taken for the same person's: what ties one of them ties all. Networks
    count from the week of `since` on (None: as long as they are known).
    """
    key = (one_pk, frozenset(people), since)
    answers = _cached_conflicts.get()
    if answers is not None and key in answers:
        return answers[key]
    found = sorted(
        set(_find_conflicts(one_pk, set(people) - {one_pk}, since)), key=lambda tie: (not tie.is_strong, tie)
    )
    if answers is not None:
        answers[key] = found
    return found


def has_strong_conflict(one_pk: int, other_pk: int) -> bool:
    """Whether a strong tie bars one from acting on the other."""
    return any(tie.is_strong for tie in list_conflicts(one_pk, [other_pk]))


def describe_conflicts(ties: Iterable[ConflictOfInterest]) -> str:
    """Which kinds of ties there are, for the one they concern. Names nobody."""
    return ", ".join(dict.fromkeys(str(KIND_NAMES[tie.kind]) for tie in ties))


def serialize_conflicts(ties: Sequence[ConflictOfInterest]) -> list[list[str]]:
    """Kinds and public ids. 1 query where there are any."""
    people = (
        dict(User.objects.filter(pk__in={tie.person for tie in ties}).values_list("pk", "public_id")) if ties else {}
    )
    return [[tie.kind, people.get(tie.person, "")] for tie in ties]


@contextmanager
def cache_conflicts() -> Iterator[None]:
    """Inside, each question is asked once: for pages that say what may be done. What does it asks anew."""
    token = _cached_conflicts.set({})
    try:
        yield
    finally:
        _cached_conflicts.reset(token)


def _find_conflicts(one_pk: int, people: set[int], since: datetime | None) -> Iterator[ConflictOfInterest]:
    if not people:
        return
    own = {one_pk, *browser_devices.list_second_account_ids(one_pk)}
    near, crowded = network_fingerprints.get_network_neighbors(own, since)
    yield from (ConflictOfInterest(DEVICE, person) for person in browser_devices.filter_sharing_devices(own, people))
    yield from (ConflictOfInterest(NETWORK, person) for person in near & people)
    yield from (ConflictOfInterest(CROWD, person) for person in crowded & people - near)
    for provider in _providers:
        yield from (tie for tie in provider(own | near, people) if tie.person in people)
