"""What holds of somebody: the sanctions in force, and who reads them although they may not come in."""

from datetime import datetime

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.models import Sanction, User

MAX_SANCTIONS = 30


def get_silence(person_pk: int) -> tuple[bool, datetime | None]:
    """Whether somebody may not write, and until when (None: no end). 1 query."""
    rows = Sanction.objects.in_force().filter(person=person_pk, kind=Sanction.Kind.MUTE)
    found = rows.values_list("ends_at").first()
    return (False, None) if found is None else (True, found[0])


def has_sanction(kind: Sanction.Kind, person: str = "pk") -> Exists:
    """For a query over people, or over rows that name one there: whether a sanction of that kind is in force."""
    return Exists(Sanction.objects.in_force().filter(person=OuterRef(person), kind=kind))


def list_sanctions(person: User) -> list[Sanction]:
    """The newest, those in force first. 1 query."""
    rows = list(Sanction.objects.filter(person=person).order_by("-pk")[:MAX_SANCTIONS])
    return sorted(rows, key=lambda row: row.closed_at is not None)


def get_suspended_user(request: HttpRequest) -> User | None:
    """Whoever is suspended and would be logged in here otherwise: they may read why, and answer."""
    claimed = request.session.get(SESSION_KEY)  # reads the session, and its person along
    person: User | None = getattr(request.session, "person", None)  # accounts.sessions
    if person is None or claimed != str(person.pk) or person.is_active or person.anonymised_at:
        return None
    kept = request.session.get(HASH_SESSION_KEY) or ""
    return person if constant_time_compare(kept, person.get_session_auth_hash()) else None


def get_user_or_suspended(request: HttpRequest) -> User | None:
    """Whose standing this request may look at: who is logged in, or kept out."""
    return request.user if isinstance(request.user, User) else get_suspended_user(request)
