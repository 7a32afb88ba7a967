"""Whether a browser may keep anything of a log-in: chosen there or on the account page, and forgotten with it."""

from django.http import HttpRequest

NO_STORAGE_SESSION_KEY = "keeps_nothing"


def is_storage_disabled(request: HttpRequest) -> bool:
    return bool(request.session.get(NO_STORAGE_SESSION_KEY))


def set_storage_disabled(request: HttpRequest, wanted: bool) -> None:
    """From the next page on the browser keeps nothing of this log-in, or may again."""
    if wanted:
        request.session[NO_STORAGE_SESSION_KEY] = True
    else:
        request.session.pop(NO_STORAGE_SESSION_KEY, None)
