"""What staff may do to people. Every right is asked for here, by the pages and once more by the services.

Log-in names, addresses, passwords and rights are for superusers to change, because whoever holds them holds the account
and sees its cards. The lesser rights reach full accounts and guests only, never staff, and never oneself.
"""

from collections.abc import Callable

from accounts.models import Sanction, User
from accounts.staff import conflicts_of_interest

Kind = Sanction.Kind

PARTIES: list[Callable[[Sanction], set[int]]] = []  # who else took part in the matter a sanction is for; apps add

# Having another name chosen is a sanction like the others; `rename_person` is for giving one of staff's own choice.
RIGHT_OF = {
    Kind.WARN: "accounts.sanction_person",
    Kind.MUTE: "accounts.sanction_person",
    Kind.NO_REPORTS: "accounts.sanction_person",
    Kind.NAME: "accounts.sanction_person",
    Kind.SUSPEND: "accounts.suspend_person",
}


def may_sanction(by: User, person: User, kind: Kind) -> bool:
    """A rival's seat would go to a bot: who plays at the same table, or is tied as strongly otherwise, leaves that to
    others, or to superusers."""
    tied = not by.is_superuser and conflicts_of_interest.tied(by.pk, person.pk)
    return by.has_perm(RIGHT_OF[kind]) and _below(by, person) and not person.is_superuser and not tied


def may_restore(by: User, person: User) -> bool:
    return not person.is_active and may_sanction(by, person, Kind.SUSPEND) and not _dear(by, person)


def may_lift(by: User, row: Sanction) -> bool:
    """Nobody lifts a friend's. While an appeal waits it is for who may decide that, and for who gave it."""
    if not may_sanction(by, row.person, Kind(row.kind)) or _dear(by, row.person):
        return False
    return not row.appeal_waits or by.pk == row.by_id or may_judge(by, row)


def may_judge(by: User, row: Sanction) -> bool:
    """Whether somebody may decide an appeal: never against what they decided or reported themselves, in whichever
    account, and not of somebody they are tied to in any way."""
    if not row.appeal_waits or not may_sanction(by, row.person, Kind(row.kind)):
        return False
    parties = {row.by_id}.union(*(parties_of(row) for parties_of in PARTIES))
    if by.pk in parties or conflicts_of_interest.between(by.pk, [row.person_id]):
        return False
    return not any(
        tie.strong and tie.kind != conflicts_of_interest.TABLE for tie in conflicts_of_interest.between(by.pk, parties)
    )


def may_rename(by: User, person: User) -> bool:
    return by.has_perm("accounts.rename_person") and _below(by, person)


def may_issue_reset(by: User, person: User) -> bool:
    """Whoever has the link can log in as `person`: nobody gets that of somebody they play with, superusers neither. A
    friend needs a second moderator's word (accounts.staff.approvals)."""
    return (
        by.has_perm("accounts.issue_reset")
        and _below(by, person)
        and not person.is_guest
        and not conflicts_of_interest.tied(by.pk, person.pk)
    )


def may_anonymise(by: User, person: User) -> bool:
    """For good, so for superusers only."""
    return by.is_active and by.is_superuser and _below(by, person) and not person.is_superuser


def may_take_factor(by: User, person: User) -> bool:
    """It leaves the password to stand alone; whoever lost device and codes asks a superuser in person."""
    if not (by.is_active and by.is_superuser and _below(by, person)) or person.is_guest:
        return False
    return not conflicts_of_interest.tied(by.pk, person.pk)


def may_change_doors(by: User, person: User) -> bool:
    """Username, address and password: as with reset links, but nobody is asked; and one's own are one's own."""
    return (
        by.is_active
        and by.is_superuser
        and (by.pk == person.pk or not conflicts_of_interest.between(by.pk, [person.pk]))
    )


def _dear(by: User, person: User) -> bool:
    """Whether they are tied otherwise than by playing together, which superusers may overlook."""
    return any(tie.kind != conflicts_of_interest.TABLE for tie in conflicts_of_interest.between(by.pk, [person.pk]))


def _below(by: User, person: User) -> bool:
    """Nobody acts on themselves, on the anonymised or, with lesser rights, on those who may have greater ones."""
    staff = person.is_staff or person.is_superuser
    return by.pk != person.pk and not person.anonymised_at and (by.is_superuser or not staff)
