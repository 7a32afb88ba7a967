"""The worker the bots live in: a loop over their appointments, which stand in the database. It needs no broker."""

import logging
import signal
import time
from collections.abc import Callable
from types import FrameType

import django
from django.db import Error as DatabaseError
from django.db import close_old_connections, connection

from config.runtime.alarm import limit

LIMIT_SECONDS = 60  # for one visit; then the process begins anew
AWAY_SECONDS = 1.0  # before a database that is away is asked again
logger = logging.getLogger("tefuda.bots")


def run(show_life: Callable[[], None]) -> int:
    """See to the bots until told to stop. `show_life` is called after every visit. Returns the exit status."""
    django.setup()
    from games.tables.appointments import Appointments

    bots, asked_to_end = Appointments(), [False]

    def end(number: int, frame: FrameType | None) -> None:
        asked_to_end[0] = True

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    while not asked_to_end[0]:
        with limit(LIMIT_SECONDS):
            wait = _until_next(bots.visit)
        show_life()
        time.sleep(wait)
    _until_next(bots.give_back)
    return 0


def _until_next(visit: Callable[[], float | None]) -> float:
    """Do it. Returns the seconds to wait, some more if the database is away."""
    close_old_connections()
    try:
        return visit() or 0.0
    except DatabaseError as problem:
        logger.warning("the database is away: %s", type(problem).__name__)
        connection.close()
        return AWAY_SECONDS
