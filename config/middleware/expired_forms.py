"""Keeps what a person typed when a form is refused because its token or their log-in has expired.

The page shows the text with a button to send it again. This is offered only for forms of our own pages: the `Origin`
header (in older browsers, `Referer`) says where a form came from, and other sites can't fake it. A form from another
site gets the plain page, so that a click can't do what that site wanted. Forms with passwords or codes aren't offered
either, and nothing is stored: the text is in this response only.
"""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url

SECRET = re.compile("passw|code|credential|secret|token|sessionid", re.IGNORECASE)
# Views for log-in, mail addresses and the admin.
NOT_OFFERED = re.compile(
    "admin:|account_|mfa_|accounts:(claim_guest|email|send_confirmation|suppress_email|unsubscribe)$"
)
NOT_SHOWN = ("key", "next", "part", "do")  # technical fields that the person didn't type


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form with a missing or expired token (`CSRF_FAILURE_VIEW`)."""
    return _render(request, is_logged_out=False)


class ExpiredLoginMiddleware:
    """Shows the text of a form sent after a log-out, where its view would redirect to the log-in page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and _asks_to_log_in(request, response) and get_typed_fields(request):
            return _render(request, is_logged_out=True)
        return response


def get_typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form from our own pages, in order; none for other forms and secret ones."""
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    fields = [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
    is_secret = any(SECRET.search(name) for name, _ in fields)
    is_small = int(request.META.get("CONTENT_LENGTH") or 0) <= settings.MAX_BODY_BYTES
    view = request.resolver_match.view_name if request.resolver_match else ""
    is_offered = view and not NOT_OFFERED.match(view) and not request.FILES
    return fields if _is_own_form(request) and is_offered and is_small and not is_secret else []


def _is_own_form(request: HttpRequest) -> bool:
    source = urlsplit(request.headers.get("Origin") or request.headers.get("Referer") or "")
    return (source.scheme, source.netloc) == (request.scheme, request.get_host())


def _asks_to_log_in(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether the response is the redirect of `login_required` for this URL."""
    target = urlsplit(response.headers.get("Location", ""))
    back = parse_qs(target.query).get("next", [""])[0]
    return (
        response.status_code == 302
        and target.path == resolve_url(settings.LOGIN_URL)
        and back == request.get_full_path()
    )


def _render(request: HttpRequest, *, is_logged_out: bool) -> HttpResponse:
    fields = get_typed_fields(request)
    shown_values = [value for name, value in fields if name not in NOT_SHOWN and value.strip()]
    context: dict[str, Any] = {
        "fields": fields, "shown": shown_values, "form_address": request.get_full_path(),
        "is_logged_out": is_logged_out,
    }  # fmt: skip
    response = render(request, "403_csrf.html", context, status=403)
    response.headers["Cache-Control"] = "no-store, private"
    return response
