"""`manage.py fill_demo`: fill an empty database with people, tables and cases, to try the site with."""

import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from games.demo.fill import NotEmptyError, fill
from games.demo.people import MODERATOR, OPERATOR


class Command(BaseCommand):
    """Fill an empty database. Fails if there are accounts already."""

    help = "Fill an empty database with people, tables and open cases. Everybody gets the same new password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--accounts", type=Path, help="the file to write the password to, instead of the screen")

    def handle(self, *, accounts: Path | None, **_: Any) -> None:
        password = "-".join(secrets.token_hex(2) for _part in range(3))
        try:
            fill(password)
        except NotEmptyError:
            raise CommandError("There are people in this database; it was left as it is.") from None
        moderator, operator, admin = MODERATOR.lower(), OPERATOR.lower(), reverse("admin:index")
        text = (
            f"The password of everybody here is {password}\n"
            f"  sakura plays; {moderator} moderates and {operator} administers, at {admin}\n"
        )
        if accounts is None:
            self.stdout.write(text, ending="")
        else:
            accounts.write_text(text)
