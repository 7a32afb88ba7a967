"""Queries about a person's sanctions, and about suspended people who read about them."""

from datetime import datetime

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db.models import Exists, F, OuterRef
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.models import Sanction, User

MAX_SANCTIONS = 30


def get_silence(person_pk: int) -> tuple[bool, datetime | None]:
    """Return whether the person is muted, and until when (None: no end). 1 query."""
    rows = Sanction.objects.in_force().filter(person=person_pk, kind=Sanction.Kind.MUTE)
    longest = rows.order_by(F("ends_at").desc(nulls_first=True)).values_list("ends_at").first()
    return (False, None) if longest is None else (True, longest[0])


def has_sanction(kind: Sanction.Kind, person: str = "pk") -> Exists:
    """Return an expression: whether the person in column `person` has a sanction of this kind in force."""
    return Exists(Sanction.objects.in_force().filter(person=OuterRef(person), kind=kind))


def list_sanctions(person: User) -> list[Sanction]:
    """List the newest sanctions, those in force first. 1 query."""
    rows = list(Sanction.objects.filter(person=person).order_by("-pk")[:MAX_SANCTIONS])
    return sorted(rows, key=lambda row: row.closed_at is not None)


def get_suspended_user(request: HttpRequest) -> User | None:
    """Return the suspended person whose session this is: they may read the reason and appeal."""
    claimed = request.session.get(SESSION_KEY)  # loads the session and its person
    person: User | None = getattr(request.session, "person", None)  # set by accounts.sessions
    if person is None or claimed != str(person.pk) or person.is_active or person.anonymised_at:
        return None
    session_hash = request.session.get(HASH_SESSION_KEY) or ""
    return person if constant_time_compare(session_hash, person.get_session_auth_hash()) else None


def get_user_or_suspended(request: HttpRequest) -> User | None:
    """Return the person whose account status this request may see: the user, or a suspended person."""
    return request.user if isinstance(request.user, User) else get_suspended_user(request)
