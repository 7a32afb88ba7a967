"""The account status page: sanctions of the person, and their answers."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.middleware.sanctions import sanction_exempt
from accounts.models import APPEAL_LENGTH, User
from accounts.names.display_names import MAX_LENGTH
from accounts.selectors import get_user_or_suspended, list_sanctions
from accounts.services.moderator_messages import mark_message_read
from accounts.staff import sanctions

Service = Callable[..., None]
ACTIONS: dict[str, tuple[Service, str]] = {
    "read": (sanctions.acknowledge_warning, ""),
    "appeal": (sanctions.submit_appeal, "words"),
    "name": (sanctions.choose_new_name, "name"),
}


@sanction_exempt
@never_cache
def account_status(request: HttpRequest) -> HttpResponse:
    """Show the person's sanctions. A POST appeals, acknowledges or chooses a new name."""
    person = get_user_or_suspended(request)
    if person is None:
        return redirect("account_login")
    if request.method == "POST":
        return _perform_action(request, person)
    answer = _page(request, person)
    mark_message_read(person, "standing")
    return answer


@sanction_exempt
@never_cache
def log_out_suspended(request: HttpRequest) -> HttpResponse:
    """Log out a suspended person."""
    if request.method == "POST":
        logout(request)
        return redirect("account_login")
    return redirect("accounts:status")


def _perform_action(request: HttpRequest, person: User) -> HttpResponse:
    service, field = ACTIONS.get(request.POST.get("do", ""), (None, ""))
    if service is None:
        return render(request, "400.html", status=400)
    form_values: dict[str, Any] = {field: request.POST.get(field, "")} if field else {}
    try:
        service(person=person, public_id=request.POST.get("sanction", ""), **form_values)
    except ValidationError as refusal:
        return _page(request, person, refusal.messages, form_values, status=422)
    messages.success(request, _("Thank you."))
    return redirect("accounts:status")


def _page(
    request: HttpRequest, person: User, wrong: list[str] | None = None, form_values: Any = None, status: int = 200
) -> HttpResponse:
    context = {
        "person": person, "rows": list_sanctions(person), "wrong": wrong, "given": form_values or {},
        "appeal_length": APPEAL_LENGTH, "name_length": MAX_LENGTH,
    }  # fmt: skip
    return render(request, "accounts/status.html", context, status=status)
