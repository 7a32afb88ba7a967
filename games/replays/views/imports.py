"""Records from elsewhere: imported, listed for who imported them, shared by link or deleted."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.catalog import registry
from games.replays.imports.parser import MAX_BYTES
from games.replays.imports.services import (
    MAX_IMPORTS,
    NAME_LENGTH,
    clean_seat_names,
    delete_import,
    import_practice,
    import_record,
    set_import_sharing,
)
from games.replays.models import ImportedMatch
from games.tables.errors import LimitExceededError, ServiceError, UnprocessableError
from games.tables.labels import localize_text
from games.tables.models import Table
from games.tables.views.errors import get_error_sentence, render_errors

TEXT_SHOWN_AGAIN = 100_000  # characters; a longer record is not sent back with the page


@require_http_methods(["GET", "HEAD", "POST"])
@render_errors
@login_required
def import_list(request: HttpRequest) -> HttpResponse:
    """Show the person's records, and the form for another one, with its errors."""
    wrong: ServiceError | None = None
    if request.method == "POST":
        try:
            public_id = _read_upload(request)
            if Table.objects.filter(public_id=public_id).exists():
                messages.info(
                    request, _("This match was played here, so nothing was imported. The record is unchanged.")
                )
            return redirect("replays:verify", public_id)
        except UnprocessableError as refusal:
            wrong = refusal
    rows = (
        ImportedMatch.objects.filter(owner=request.user.pk)
        .order_by("-pk")
        .defer("data", "upload", "summary")[:MAX_IMPORTS]
    )
    names = {slug: localize_text(meta.name) for slug, meta in registry.list_metadata().items()}
    context = {
        "records": [(row, names.get(row.game, row.game)) for row in rows],
        "quota": MAX_IMPORTS,
        "limit_mb": MAX_BYTES // 1_000_000,
        "name_length": NAME_LENGTH,
        "typed": {name: text for name, text in request.POST.items() if len(text) <= TEXT_SHOWN_AGAIN},
        "wrong": get_error_sentence(wrong) if wrong else "",
    }
    return render(request, "replays/library/imports.html", context, status=wrong.status if wrong else 200)


@require_POST
@render_errors
@login_required
def import_update(request: HttpRequest, public_id: str) -> HttpResponse:
    """Share it by link, keep it to oneself again, or delete it."""
    user_id, action = request.user.pk or 0, request.POST.get("do", "")
    if action == "remove":
        delete_import(public_id=public_id, user_id=user_id)
    elif action in ("share", "keep"):
        set_import_sharing(public_id=public_id, user_id=user_id, by_link=action == "share")
    else:
        raise UnprocessableError("malformed")
    return redirect("replays:imports")


def _read_upload(request: HttpRequest) -> str:
    """The public id of the record that was sent, as a file or as text."""
    if not ratelimit.consume(request, action="import_record"):
        raise LimitExceededError("too-quick")
    if practised := request.POST.get("practice", ""):
        return import_practice(person=request.user, saved=practised, at=request.POST.get("at", ""))
    file = request.FILES.get("file")
    sent = file.read(MAX_BYTES + 1) if file else request.POST.get("text", "").strip().encode(errors="replace")
    if not sent:
        raise UnprocessableError("record-none")
    return import_record(user_id=request.user.pk or 0, sent=sent, names=clean_seat_names(request.POST.get("names", "")))
