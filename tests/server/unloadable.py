"""Settings with which no page can be shown."""

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE

MIDDLEWARE = [*MIDDLEWARE, "nothing_like_this.Class"]
