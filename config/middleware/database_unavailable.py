"""The 503 page for an unavailable database, rendered without queries and in the visitor's language.

Django would answer 500 with a traceback for each request, after waiting for the time limit.
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
    """Answers immediately while the database hangs, so that not all threads wait. Comes before the session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return render_unavailable(request) if db_unavailable.is_hanging() else self.get_response(request)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught error (`handler500`)."""
    problem = sys.exc_info()[1]
    if problem is None or not db_unavailable.is_unavailable(problem):
        return django_server_error(request)
    db_unavailable.log_unavailable(problem)
    return render_unavailable(request)


def render_unavailable(request: HttpRequest) -> HttpResponse:
    """Render the page, or a format that scripts and programs can read. Later middleware must not query the database."""
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
