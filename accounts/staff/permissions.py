"""What staff may do to people. Checked here for pages, and again by services.

Only superusers change usernames, addresses, passwords and rights, because those open the account and show its cards.
Lesser rights apply to full accounts and guests only, never to staff or to oneself.
"""

from collections.abc import Callable

from accounts.models import Sanction, User
from accounts.staff import conflicts_of_interest

Kind = Sanction.Kind

PARTY_PROVIDERS: list[
    Callable[[Sanction], set[int]]
] = []  # return the other parties to a sanction's case; apps register theirs

# Asking for a new name is a sanction; `rename_person` allows staff to choose the name.
SANCTION_PERMISSIONS = {
    Kind.WARN: "accounts.sanction_user",
    Kind.MUTE: "accounts.sanction_user",
    Kind.NO_REPORTS: "accounts.sanction_user",
    Kind.NAME: "accounts.sanction_user",
    Kind.SUSPEND: "accounts.suspend_person",
}


def can_sanction(by: User, person: User, kind: Kind) -> bool:
    """Return whether `by` may impose this kind of sanction.

    Strong conflicts forbid it, except for superusers: a moderator at the same table could have a rival's seat taken
    over by a bot.
    """
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
    """Return whether `by` may lift this sanction: never with a personal conflict, such as friendship.

    While an appeal is open, only its issuer and those who may decide the appeal can.
    """
    if not can_sanction(by, row.person, Kind(row.kind)) or _has_personal_conflict(by, row.person):
        return False
    return not row.has_open_appeal or by.pk == row.issued_by_id or can_decide_appeal(by, row)


def can_decide_appeal(by: User, row: Sanction) -> bool:
    """Return whether `by` may decide an appeal.

    Not if any account of theirs issued the sanction or reported the person, nor with any conflict with the person.
    """
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
    """Return whether `by` may get a reset link, which lets its holder log in as `person`.

    Strong conflicts forbid it, for superusers as well. Friends need an approval (accounts.staff.approvals).
    """
    return (
        by.has_perm("accounts.issue_password_reset")
        and _is_within_authority(by, person)
        and not person.is_guest
        and not conflicts_of_interest.has_strong_conflict(by.pk, person.pk)
    )


def can_anonymize(by: User, person: User) -> bool:
    """Return whether `by` may anonymise `person`. It can't be undone, so superusers only."""
    return by.is_active and by.is_superuser and _is_within_authority(by, person) and not person.is_superuser


def can_disable_two_factor(by: User, person: User) -> bool:
    """Return whether `by` may remove the second factor. Superusers only, who should verify the person's identity."""
    if not (by.is_active and by.is_superuser and _is_within_authority(by, person)) or person.is_guest:
        return False
    return not conflicts_of_interest.has_strong_conflict(by.pk, person.pk)


def can_change_credentials(by: User, person: User) -> bool:
    """Return whether `by` may change username, address and password: their own, or without any conflict.

    An approval doesn't help.
    """
    return (
        by.is_active
        and by.is_superuser
        and (by.pk == person.pk or not conflicts_of_interest.list_conflicts(by.pk, [person.pk]))
    )


def _has_personal_conflict(by: User, person: User) -> bool:
    """Return whether there is a conflict other than playing together, which superusers may ignore."""
    return any(
        tie.kind != conflicts_of_interest.TABLE for tie in conflicts_of_interest.list_conflicts(by.pk, [person.pk])
    )


def _is_within_authority(by: User, person: User) -> bool:
    """Return whether `person` is someone else, not anonymised, and not staff unless `by` is a superuser."""
    staff = person.is_staff or person.is_superuser
    return by.pk != person.pk and not person.anonymised_at and (by.is_superuser or not staff)
