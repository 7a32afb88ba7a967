"""The choice not to keep data on a device: made at log-in or on the account page, stored in the session."""

from django.http import HttpRequest

NO_STORAGE_SESSION_KEY = "keeps_nothing"


def is_storage_disabled(request: HttpRequest) -> bool:
    return bool(request.session.get(NO_STORAGE_SESSION_KEY))


def set_storage_disabled(request: HttpRequest, is_disabled: bool) -> None:
    """Set whether the browser must not store anything during this log-in, from the next page on."""
    if is_disabled:
        request.session[NO_STORAGE_SESSION_KEY] = True
    else:
        request.session.pop(NO_STORAGE_SESSION_KEY, None)
