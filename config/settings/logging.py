"""Logging to standard error, without request contents."""

from config.settings import env

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "masked": {"()": "config.log_filters.SecretUrlFilter"},
        "away": {"()": "config.db.unavailable.UnavailableFilter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["masked"]}},
    "root": {"handlers": ["stderr"], "level": "INFO" if env.flag("TEFUDA_DEBUG") else "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Unknown URLs and refused moves concern the visitor, not the operator.
        "django.request": {"level": "ERROR", "filters": ["away"]},
        "tefuda": {"level": "INFO"},
    },
}
