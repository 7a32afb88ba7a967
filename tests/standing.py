"""Sanctions as tests lay them upon people."""

from accounts.models import Sanction, User
from accounts.staff.sanctions import person_restore, sanction_put


def laid(kind: str, person: User, by: User, *, reason: str = "x", ground: str = "abuse", hours: int = 0) -> Sanction:
    return sanction_put(person=person, by=by, kind=kind, ground=ground, reason=reason, hours=hours)


def suspend(person: User, by: User, *, reason: str = "x", hours: int = 0) -> Sanction:
    return laid("suspend", person, by, reason=reason, hours=hours)


def restore(person: User, by: User) -> None:
    person_restore(person=person, by=by, reason="x")
