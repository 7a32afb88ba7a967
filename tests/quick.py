"""The site's own settings with bots that answer soon, for the site that browser tests are served by."""

from config.settings import *  # noqa: F403
from config.settings import ACCOUNT_RATE_LIMITS

BOT_DELAY_SECONDS = 0.15
BOT_THINK_SECONDS = 0.02
# All browsers of a test run come from one address.
ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS | {"guest": "1000/m/ip", "table": "1000/m/ip", "seat": "1000/m/user"}
