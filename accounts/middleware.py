"""Pages in the language a person has chosen."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation


class ChosenLanguage:
    """Goes before the cookie and the browser's wish, which LocaleMiddleware has applied; stands after the log-in's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return self.get_response(request)
