"""The page on which somebody reads what the moderators have laid upon them, and answers."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.middleware.sanctions import past_the_gate
from accounts.models import APPEAL_LENGTH, User
from accounts.names.display_names import LENGTH
from accounts.selectors import concerned, sanctions_of
from accounts.services.moderator_messages import word_seen
from accounts.staff import sanctions

Service = Callable[..., None]
WAYS: dict[str, tuple[Service, str]] = {
    "read": (sanctions.warning_read, ""),
    "appeal": (sanctions.appeal_make, "words"),
    "name": (sanctions.name_chosen, "name"),
}


@past_the_gate
@never_cache
def standing(request: HttpRequest) -> HttpResponse:
    """GET: all of it. POST: `do` with the sanction named there."""
    person = concerned(request)
    if person is None:
        return redirect("account_login")
    if request.method == "POST":
        return _answered(request, person)
    answer = _page(request, person)
    word_seen(person, "standing")
    return answer


@past_the_gate
@never_cache
def leave(request: HttpRequest) -> HttpResponse:
    """Whoever is kept out lets go of the log-in, for somebody else at the same device."""
    if request.method == "POST":
        logout(request)
        return redirect("account_login")
    return redirect("accounts:standing")


def _answered(request: HttpRequest, person: User) -> HttpResponse:
    service, field = WAYS.get(request.POST.get("do", ""), (None, ""))
    if service is None:
        return render(request, "400.html", status=400)
    given: dict[str, Any] = {field: request.POST.get(field, "")} if field else {}
    try:
        service(person=person, public_id=request.POST.get("sanction", ""), **given)
    except ValidationError as refusal:
        return _page(request, person, refusal.messages, given, status=422)
    messages.success(request, _("Thank you."))
    return redirect("accounts:standing")


def _page(
    request: HttpRequest, person: User, wrong: list[str] | None = None, given: Any = None, status: int = 200
) -> HttpResponse:
    context = {
        "person": person, "rows": sanctions_of(person), "wrong": wrong, "given": given or {},
        "appeal_length": APPEAL_LENGTH, "name_length": LENGTH,
    }  # fmt: skip
    return render(request, "accounts/standing.html", context, status=status)
