"""Redirects suspended people, and those with an unread warning, to the page about it, on every page."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import selectors
from accounts.models import User
from accounts.staff import sanctions

GetResponse = Callable[[HttpRequest], HttpResponse]
View = TypeVar("View", bound=Callable[..., Any])


def sanction_exempt(view: View) -> View:
    """Mark a view as open to everyone despite sanctions: the status page, log-in and log-out, the language."""
    view.past_the_gate = True  # type: ignore[attr-defined]  # asked for below
    return view


class SanctionMiddleware:
    """Enforces sanctions, after authentication.

    Requests that aren't for pages (icons, scripts) get the anonymous answer.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        person = selectors.get_suspended_user(request) if request.user.is_anonymous else request.user
        if not isinstance(person, User) or not (person.must_acknowledge or not person.is_active):
            return None
        if not person.is_active and sanctions.expire_sanctions_of(person):
            return redirect(request.get_full_path()) if request.method == "GET" else None
        if person.language:
            translation.activate(person.language)
            request.LANGUAGE_CODE = person.language
        return None if getattr(view, "past_the_gate", False) else _redirect_to_status(request, person)


def _redirect_to_status(request: HttpRequest, person: User) -> HttpResponse | None:
    """Send the client to the status page in a way it can follow; None for other GET requests."""
    page, accepts = reverse("accounts:status"), request.headers.get("Accept", "")
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=403, headers={"HX-Redirect": page})
    if "text/html" in accepts:
        return redirect(page)
    if "application/json" in accepts:
        code, sentence = (
            ("suspended", _("You are suspended.")) if not person.is_active else ("owes", _acknowledge_sentence())
        )
        return JsonResponse({"code": code, "sentence": sentence}, status=401)  # scripts keep what they wanted to send
    return None if request.method in ("GET", "HEAD") else redirect(page)


def _acknowledge_sentence() -> str:
    return _("The moderators have a message for you. Please open any page and read it first.")
