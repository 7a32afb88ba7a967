"""Whether a browser may keep anything of a log-in: chosen there or on the account page, and forgotten with it."""

from django.http import HttpRequest

KEY = "keeps_nothing"


def keeps_nothing(request: HttpRequest) -> bool:
    return bool(request.session.get(KEY))


def keep_nothing(request: HttpRequest, wanted: bool) -> None:
    """From the next page on the browser keeps nothing of this log-in, or may again."""
    if wanted:
        request.session[KEY] = True
    else:
        request.session.pop(KEY, None)
