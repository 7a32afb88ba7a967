"""The site as tests visit it from outside, with people who may do a great deal and mails that are sent soon."""

import os

from tests.quick import *  # noqa: F403
from tests.quick import MIDDLEWARE

NOTICE_DELAY_SECONDS = 2
BOT_WATCHDOG_SECONDS = 15
NOTICE_DIGEST_SECONDS = 5
TABLES_HOSTED = TABLES_SAT_AT = TABLES_ALONE = TABLES_PER_MINUTE = TABLES_PER_DAY = (100_000, 100_000)
ALLOWED_HOSTS = ["*"]
READS_PER_MINUTE = 100_000  # of records, all of which are taken home at the end
if PLANTED := os.environ.get("TEFUDA_CHAOS_PLANT"):  # to see that a fault is found
    MIDDLEWARE = [*MIDDLEWARE, f"tests.chaos.planted.{PLANTED}"]
