#!/usr/bin/env python
"""Django's command line, and `serve`, which runs the whole site and has to start before Django is there."""

import os
import sys


def main():  # type: () -> None
    if sys.version_info < (3, 11):
        sys.exit("Tefuda needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info))
    if sys.argv[1:2] == ["serve"]:
        from config.server.serve import main as serve

        sys.exit(serve(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.db.direct import bypass_pgbouncer

    bypass_pgbouncer()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
