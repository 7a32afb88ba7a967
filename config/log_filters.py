"""Keeps secret URLs out of the logs, which would let readers see a calendar or end someone's mails."""

import logging
import re

_SECRET = re.compile(
    r"(/calendar/|/email/(?:suppress|unsubscribe)/|/account/email/confirm/|/account/password/reset/key/)"
    r"""[^\s"'?]+"""
)


class SecretUrlFilter(logging.Filter):
    """Masks secrets in the message and arguments of every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, str):
            record.msg = mask_secrets(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(mask_secrets(part) if isinstance(part, str) else part for part in record.args)
        return True


def mask_secrets(text: str) -> str:
    """Replace secret parts of URLs.

    >>> mask_secrets("GET /calendar/abc-123.ics HTTP/1.1")
    'GET /calendar/… HTTP/1.1'
    """
    return _SECRET.sub(r"\1…", text)


def mask_access_log() -> None:
    """Mask uvicorn's access log, if enabled. Its logger isn't in the settings, which would remove its handlers."""
    logging.getLogger("uvicorn.access").addFilter(SecretUrlFilter())
