"""Plans of one's own seat: plain forms, answered with a redirect. What has waited for a connection gets JSON."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from games.tables.errors import Refusal
from games.tables.services import premoves as premoves_services
from games.tables.views.errors import answers_refusals, is_in_short, post_at_table
from games.tables.views.table import check_person, move_refused


@post_at_table
@answers_refusals
def plan(request: HttpRequest, public_id: str) -> HttpResponse:
    """File a plan, or change the one that is filed."""
    return _done(request, public_id, premoves_services.plan_file, form=dict(request.POST.lists()))


@post_at_table
@answers_refusals
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    return _done(request, public_id, premoves_services.plan_withdraw, kind=request.POST.get("type", ""))


def _done(request: HttpRequest, public_id: str, verb: Callable[..., None], **values: Any) -> HttpResponse:
    try:
        check_person(request, public_id)
        verb(public_id=public_id, user_id=request.user.pk, **values)
    except Refusal as refusal:
        return move_refused(request, public_id, refusal)
    return JsonResponse({}) if is_in_short(request) else redirect("tables:table", public_id)
