"""What has to be done before the site starts: the database brought up to date, static files put together.

The house has it done when it starts. Where its parts are run one by one: `python -m config.runtime.prepare`.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.core.management import call_command
from django.db import OperationalError


def main() -> int:
    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as problem:
        sys.stderr.write(f"The database can't be used: {str(problem).splitlines()[0]}\n")
        return 1
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except OSError as problem:
        sys.stderr.write(f"The static files can't be written: {problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
