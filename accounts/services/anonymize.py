"""Anonymisation: the row stays because seats and matches refer to it; all personal data is erased."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import Sanction, SecurityNotice, User
from accounts.names import confusables, display_names
from accounts.signals import anonymization_begun, user_anonymized
from config.db.locking import write_transaction


@write_transaction()
def anonymize_guest(*, person: User) -> None:
    """Anonymise a guest who can't come back. Not logged, since no one decided it.

    `person` is read again under a lock and holds its new state afterwards. Raises ValueError for full accounts, and for
    guests who are suspended or anonymised.
    """
    anonymization_begun.send(sender=User, person=person)
    person.refresh_from_db(from_queryset=User.objects.select_for_update())
    if not (person.is_guest and person.is_active):
        raise ValueError("only a guest who might still play is forgotten")
    wipe_personal_data(person)
    user_anonymized.send(sender=User, person=person)


@write_transaction()
def delete_own_account(*, person: User) -> None:
    """Anonymise a person at their own request.

    Raises PermissionDenied for staff, who stay accountable for what they did, and for accounts deleted already.
    """
    anonymization_begun.send(sender=User, person=person)
    person.refresh_from_db(from_queryset=User.objects.select_for_update())
    if person.is_staff or person.is_superuser or person.anonymised_at:
        raise PermissionDenied
    wipe_personal_data(person)
    user_anonymized.send(sender=User, person=person)


def wipe_personal_data(person: User) -> None:
    """Erase all personal data of a locked row.

    That is names, address, password, rights, devices, networks, second factor, sessions and texts of sanctions. The
    devices of a suspended person stay, so that deleting the account doesn't get around the suspension.
    """
    EmailAddress.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    SecurityNotice.objects.filter(user=person).delete()
    Sanction.objects.filter(person=person).update(reason="", closing_note="", appeal="", answer="")
    suspended = Sanction.objects.in_force().filter(person=person, kind=Sanction.Kind.SUSPEND).exists()
    if not suspended:
        person.known_devices.all().delete()
    person.network_fingerprints.all().delete()
    person.vacations.all().delete()
    person.quiet_hours_versions.all().delete()
    person.invitations_sent.update(note="")
    person.groups.clear()
    person.user_permissions.clear()
    person.sessions.all().delete()
    person.name, person.username = display_names.FORMER_PLAYER[0], f"former-{get_random_string(16).lower()}"
    person.folded_name, person.name_skeleton = (
        f"{of(person.name)} {person.pk}" for of in (confusables.fold_name, confusables.name_skeleton)
    )
    person.email = person.language = person.browser_language = person.time_zone = person.avatar = ""
    person.quiet_hours_start = person.quiet_hours_end = None
    person.quiet_hours_since = person.vacation_until = None
    person.is_active = person.is_staff = person.email_turn_notifications = person.must_acknowledge = False
    person.unread_message_page = ""
    person.last_login, person.anonymised_at = None, timezone.now()
    person.set_unusable_password()
    person.save()
    get_admin_history(person).update(object_repr=display_names.FORMER_PLAYER[0], change_message="")


def get_admin_history(person: User) -> "QuerySet[LogEntry]":
    """Return the Django admin's log entries about `person`."""
    kind = ContentType.objects.get_for_model(User)
    return LogEntry.objects.filter(content_type=kind, object_id=str(person.pk))
