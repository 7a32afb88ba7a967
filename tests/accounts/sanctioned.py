"""Sanctions as tests lay them upon people."""

from accounts.models import Sanction, User
from accounts.staff.sanctions import impose_sanction, lift_suspension


def laid(kind: str, person: User, by: User, *, reason: str = "x", category: str = "abuse", hours: int = 0) -> Sanction:
    return impose_sanction(person=person, by=by, kind=kind, category=category, reason=reason, hours=hours)


def suspend(person: User, by: User, *, reason: str = "x", hours: int = 0) -> Sanction:
    return laid("suspend", person, by, reason=reason, hours=hours)


def restore(person: User, by: User) -> None:
    lift_suspension(person=person, by=by, reason="x")
