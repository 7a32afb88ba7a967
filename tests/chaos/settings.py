"""The site as tests visit it from outside, with people who may do a great deal and mails that are sent soon."""

from tests.quick import *  # noqa: F403

NOTICE_DELAY_SECONDS = 2
BOT_WATCHDOG_SECONDS = 15
NOTICE_DIGEST_SECONDS = 5
TABLES_HOSTED = TABLES_SAT_AT = TABLES_ALONE = TABLES_PER_MINUTE = TABLES_PER_DAY = (100_000, 100_000)
ALLOWED_HOSTS = ["*"]
