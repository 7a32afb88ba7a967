"""Turn off two-factor authentication on the command line, for people without device and codes if no admin can help."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts import two_factor
from accounts.models import User
from accounts.services import audit_log
from config.db.locking import write_transaction


class Command(BaseCommand):
    help = "Takes the second factor off an account and ends its sessions. The password alone opens it then."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *, username: str, **options: Any) -> None:
        with write_transaction():
            people = User.objects.select_for_update()
            person = people.filter(username=User.normalize_username(username), anonymised_at=None).first()
            if person is None:
                raise CommandError(f"Nobody has the username {username}.")
            if not two_factor.remove_authenticators(person):
                raise CommandError(f"{username} has no second factor.")
            audit_log.record(
                "second-factor", kind=audit_log.PERSON, target=person.public_id, reason="manage.py disable_two_factor"
            )
        self.stdout.write(f"{username} logs in with the password alone now.")
