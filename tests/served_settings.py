"""The site's own settings with bots that answer soon, for the site that tests visit from outside."""

from config.settings import *  # noqa: F403
from config.settings import ACCOUNT_RATE_LIMITS, ALLOWED_HOSTS

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "plain.test"]  # a browser takes no such site for its own machine
BOT_SOLO_DELAY = 0.15
BOT_LATE_DELAY = BOT_LATE_DELAY_STRONG = 0.02
BOT_TASK_DURATION = 3  # so that tests see one job follow the other, and a sign of life soon
# All browsers of a test run come from one address.
ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS | {
    "guest": "1000/m/ip",
    "create_table": "1000/m/ip",
    "take_seat": "1000/m/user",
}
BOT_REPLY_DELAY_RANGE = (0.15, 0.4)
PUZZLE_MAKING_SECONDS = 0  # it would take a core; tests make those they need
