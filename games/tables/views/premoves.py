"""Views for premoves: plain forms, answered with a redirect; queued offline requests get JSON."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.tables.errors import ServiceError
from games.tables.services import premoves as premoves_services
from games.tables.views.errors import post_or_table, render_errors, wants_json
from games.tables.views.table import move_error_response, require_form_owner


@post_or_table
@render_errors
def set_premove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set or change a premove."""
    return _done(request, public_id, premoves_services.set_premove, form=dict(request.POST.lists()))


@post_or_table
@render_errors
def cancel_premove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel a premove."""
    return _done(request, public_id, premoves_services.cancel_premove, kind=request.POST.get("type", ""))


def _done(request: HttpRequest, public_id: str, verb: Callable[..., None], **values: Any) -> HttpResponse:
    try:
        require_form_owner(request, public_id)
        verb(public_id=public_id, user_id=request.user.pk, **values)
    except ServiceError as refusal:
        return move_error_response(request, public_id, refusal)
    if wants_json(request):
        return JsonResponse({})
    is_from_list = request.POST.get("next") == "lobby"
    return redirect(reverse("tables:lobby") + "#mine") if is_from_list else redirect("tables:detail", public_id)
