"""`python -m tests.replays.records <slug> …`: play a short match of each of these titles and keep its record."""

import os
import sys
import zlib

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.test.utils import get_runner  # noqa: E402

from accounts.models import User  # noqa: E402
from games.replays.archive.export import get_record_text  # noqa: E402
from games.replays.archive.services import archive_table  # noqa: E402
from tests.matches import fresh, played  # noqa: E402
from tests.replays.records.files import FOLDER  # noqa: E402


def main(slugs: list[str]) -> None:
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        for slug in slugs:
            path = FOLDER / f"{slug}-{1 + len(list(FOLDER.glob(f'{slug}-*')))}.json.z"
            people = [User.objects.create(username=f"{slug}{n}", name=f"{slug} {n}") for n in range(2)]
            table = played(slug, *people)
            archive_table(table.pk)
            path.write_bytes(zlib.compress(get_record_text(fresh(table)).encode(), 9))
            sys.stdout.write(f"{path.name}: {table.last_seq} events, {path.stat().st_size} bytes\n")
    finally:
        runner.teardown_databases(databases)


main(sys.argv[1:])
