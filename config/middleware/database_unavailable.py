"""What visitors see while the database is away: a page that needs none, in their language, with a status of 503.

Django answers with 500, with a traceback for each, and has everybody wait for the time limit.
"""

import sys
from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.defaults import server_error as django_server_error

from config.db import unavailable as db_unavailable

RETRY_SECONDS = 5


class DatabaseUnavailableMiddleware:
    """Answers at once while the database lets everybody wait, lest all threads do. Stands before the session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return render_unavailable(request) if db_unavailable.is_hanging() else self.get_response(request)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an error nobody has caught (`handler500`)."""
    problem = sys.exc_info()[1]
    if problem is None or not db_unavailable.is_unavailable(problem):
        return django_server_error(request)
    db_unavailable.log_unavailable(problem)
    return render_unavailable(request)


def render_unavailable(request: HttpRequest) -> HttpResponse:
    """The page, or what a script or a program can read. Nothing that comes after it asks the database again."""
    request.user = AnonymousUser()
    if hasattr(request, "session"):
        request.session.modified = False
    language = getattr(request, "LANGUAGE_CODE", "") or translation.get_language_from_request(request)
    with translation.override(language):
        response = _negotiate_response(request)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


def _negotiate_response(request: HttpRequest) -> HttpResponse:
    accepts = request.headers.get("Accept", "")
    sentence = _("The site can’t reach its database at the moment. Please try again in a few seconds.")
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8")
    if "text/html" in accepts or not accepts:
        return HttpResponse(loader.get_template("503.html").render(), status=503)
    if "application/json" in accepts:
        return JsonResponse({"code": "database-away", "sentence": sentence}, status=503)
    return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8")
