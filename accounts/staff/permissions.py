"""What staff may do to people. Every right is asked for here, by the pages and once more by the services.

Log-in names, addresses, passwords and rights are for superusers to change, because whoever holds them holds the account
and sees its cards. The lesser rights reach full accounts and guests only, never staff, and never oneself.
"""

from collections.abc import Callable

from accounts.models import Sanction, User
from accounts.staff import conflicts_of_interest

Kind = Sanction.Kind

PARTY_PROVIDERS: list[
    Callable[[Sanction], set[int]]
] = []  # who else took part in the matter a sanction is for; apps add

# Having another name chosen is a sanction like the others; `rename_person` is for giving one of staff's own choice.
SANCTION_PERMISSIONS = {
    Kind.WARN: "accounts.sanction_user",
    Kind.MUTE: "accounts.sanction_user",
    Kind.NO_REPORTS: "accounts.sanction_user",
    Kind.NAME: "accounts.sanction_user",
    Kind.SUSPEND: "accounts.suspend_person",
}


def can_sanction(by: User, person: User, kind: Kind) -> bool:
    """A rival's seat would go to a bot: who plays at the same table, or is tied as strongly otherwise, leaves that to
    others, or to superusers."""
    tied = not by.is_superuser and conflicts_of_interest.has_strong_conflict(by.pk, person.pk)
    return (
        by.has_perm(SANCTION_PERMISSIONS[kind])
        and _is_within_authority(by, person)
        and not person.is_superuser
        and not tied
    )


def can_lift_suspension(by: User, person: User) -> bool:
    return not person.is_active and can_sanction(by, person, Kind.SUSPEND) and not _has_personal_conflict(by, person)


def can_lift_sanction(by: User, row: Sanction) -> bool:
    """Nobody lifts a friend's. While an appeal waits it is for who may decide that, and for who gave it."""
    if not can_sanction(by, row.person, Kind(row.kind)) or _has_personal_conflict(by, row.person):
        return False
    return not row.has_open_appeal or by.pk == row.issued_by_id or can_decide_appeal(by, row)


def can_decide_appeal(by: User, row: Sanction) -> bool:
    """Whether somebody may decide an appeal: never against what they decided or reported themselves, in whichever
    account, and not of somebody they are tied to in any way."""
    if not row.has_open_appeal or not can_sanction(by, row.person, Kind(row.kind)):
        return False
    parties = {row.issued_by_id}.union(*(parties_of(row) for parties_of in PARTY_PROVIDERS))
    if by.pk in parties or conflicts_of_interest.list_conflicts(by.pk, [row.person_id]):
        return False
    return not any(
        tie.is_strong and tie.kind != conflicts_of_interest.TABLE
        for tie in conflicts_of_interest.list_conflicts(by.pk, parties)
    )


def can_rename(by: User, person: User) -> bool:
    return by.has_perm("accounts.rename_person") and _is_within_authority(by, person)


def can_issue_password_reset(by: User, person: User) -> bool:
    """Whoever has the link can log in as `person`: nobody gets that of somebody they play with, superusers neither. A
    friend needs a second moderator's word (accounts.staff.approvals)."""
    return (
        by.has_perm("accounts.issue_password_reset")
        and _is_within_authority(by, person)
        and not person.is_guest
        and not conflicts_of_interest.has_strong_conflict(by.pk, person.pk)
    )


def can_anonymize(by: User, person: User) -> bool:
    """For good, so for superusers only."""
    return by.is_active and by.is_superuser and _is_within_authority(by, person) and not person.is_superuser


def can_disable_two_factor(by: User, person: User) -> bool:
    """It leaves the password to stand alone; whoever lost device and codes asks a superuser in person."""
    if not (by.is_active and by.is_superuser and _is_within_authority(by, person)) or person.is_guest:
        return False
    return not conflicts_of_interest.has_strong_conflict(by.pk, person.pk)


def can_change_credentials(by: User, person: User) -> bool:
    """Username, address and password: as with reset links, but nobody is asked; and one's own are one's own."""
    return (
        by.is_active
        and by.is_superuser
        and (by.pk == person.pk or not conflicts_of_interest.list_conflicts(by.pk, [person.pk]))
    )


def _has_personal_conflict(by: User, person: User) -> bool:
    """Whether they are tied otherwise than by playing together, which superusers may overlook."""
    return any(
        tie.kind != conflicts_of_interest.TABLE for tie in conflicts_of_interest.list_conflicts(by.pk, [person.pk])
    )


def _is_within_authority(by: User, person: User) -> bool:
    """Nobody acts on themselves, on the anonymised or, with lesser rights, on those who may have greater ones."""
    staff = person.is_staff or person.is_superuser
    return by.pk != person.pk and not person.anonymised_at and (by.is_superuser or not staff)
