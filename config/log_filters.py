"""Addresses that are secrets don't get into our logs: whoever knows one reads a calendar, or ends somebody's mails."""

import logging
import re

_SECRET = re.compile(
    r"(/calendar/|/email/(?:suppress|unsubscribe)/|/account/email/confirm/|/account/password/reset/key/)"
    r"""[^\s"'?]+"""
)


class SecretUrlFilter(logging.Filter):
    """Lets every record through, with what is secret in its words and their arguments left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, str):
            record.msg = mask_secrets(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(mask_secrets(part) if isinstance(part, str) else part for part in record.args)
        return True


def mask_secrets(text: str) -> str:
    """
    >>> mask_secrets("GET /calendar/abc-123.ics HTTP/1.1")
    'GET /calendar/… HTTP/1.1'
    """
    return _SECRET.sub(r"\1…", text)


def mask_access_log() -> None:
    """For who has uvicorn write one: its logger isn't among the settings', which would take its handlers away."""
    logging.getLogger("uvicorn.access").addFilter(SecretUrlFilter())
