"""Create an invitation link on the command line, for sites whose sign-up isn't open."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from accounts.models import NOTE_LENGTH
from accounts.services import signup

MAX_USES, MAX_DAYS = 1000, 3650


class Command(BaseCommand):
    help = "Creates an invitation and prints its link: anyone who opens it can create an account, closed site or not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--uses", type=int, default=1, help="how many people can use the link (1)")
        parser.add_argument("--days", type=int, default=7, help="how long it is valid (7)")
        parser.add_argument("--note", default="", help="a note for the list of invitations, such as a name")

    def handle(self, *, uses: int, days: int, note: str, **options: Any) -> None:
        if not 1 <= uses <= MAX_USES or not 1 <= days <= MAX_DAYS:
            raise CommandError(f"--uses must be between 1 and {MAX_USES}, --days between 1 and {MAX_DAYS}.")
        if len(note) > NOTE_LENGTH:
            raise CommandError(f"--note can have {NOTE_LENGTH} characters at most.")
        invitation = signup.create_invitation(by=None, max_uses=uses, days=days, note=note)
        path = signup.get_invitation_path(invitation)
        self.stdout.write(f"{settings.SITE_URL}{path}")
        if not settings.SITE_URL:
            self.stderr.write("TEFUDA_SITE_URL isn't set: put your site's address in front of it.")
