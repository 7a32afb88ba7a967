"""Pages in the language a person has chosen, and the cookie by which a browser is known again."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts import devices


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


class DeviceCookie:
    """Whoever has logged in with this request, by whatever way, gets the cookie with the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        devices.give_cookie(request, response)
        return response
