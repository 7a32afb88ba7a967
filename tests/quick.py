"""The site's own settings with bots that answer soon, for the site that browser tests are served by."""

from config.settings import *  # noqa: F403

BOT_DELAY_SECONDS = 0.15
BOT_THINK_SECONDS = 0.02
