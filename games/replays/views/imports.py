"""Records from elsewhere: brought along, listed for who brought them, shared by link or taken away."""

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.catalog import registry
from games.replays.imports.parser import SIZE
from games.replays.imports.services import NAME_LENGTH, QUOTA, record_bring, record_removed, record_shared
from games.replays.models import Brought
from games.tables.errors import Refusal, TooMany, Unprocessable
from games.tables.labels import in_language
from games.tables.views.errors import answers_refusals, refusal_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
@login_required
def brought(request: HttpRequest) -> HttpResponse:
    """One's own records, and the form for another one. What is wrong with it is said where it was chosen."""
    wrong: Refusal | None = None
    if request.method == "POST":
        try:
            return redirect("replays:verify", _brought(request))
        except Unprocessable as refusal:
            wrong = refusal
    rows = Brought.objects.filter(bringer=request.user.pk).order_by("-pk").defer("data", "text", "outline")[:QUOTA]
    names = {slug: in_language(meta.name) for slug, meta in registry.metas().items()}
    context = {
        "records": [(row, names.get(row.title, row.title)) for row in rows],
        "quota": QUOTA,
        "limit_mb": SIZE // 1_000_000,
        "name_length": NAME_LENGTH,
        "wrong": refusal_sentence(wrong) if wrong else "",
    }
    return render(request, "replays/brought.html", context, status=wrong.status if wrong else 200)


@require_POST
@answers_refusals
@login_required
def brought_changed(request: HttpRequest, public_id: str) -> HttpResponse:
    """Share it by link, keep it to oneself again, or take it away."""
    user_id, wanted = request.user.pk or 0, request.POST.get("do", "")
    if wanted == "remove":
        record_removed(public_id=public_id, user_id=user_id)
    elif wanted in ("share", "keep"):
        record_shared(public_id=public_id, user_id=user_id, by_link=wanted == "share")
    else:
        raise Unprocessable("malformed")
    return redirect("replays:brought")


def _brought(request: HttpRequest) -> str:
    """The public id of the record that was sent, as a file or as text."""
    if not ratelimit.consume(request, action="bring"):
        raise TooMany("too-quick")
    file = request.FILES.get("file")
    sent = file.read(SIZE + 1) if file else request.POST.get("text", "").strip().encode(errors="replace")
    if not sent:
        raise Unprocessable("record-none")
    return record_bring(user_id=request.user.pk or 0, sent=sent, names=request.POST.get("names", ""))
