"""One line of the talk, and what its reader can do about it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.social.chat.selectors import line_with_context, words
from games.social.chat.services import comment_take_back
from games.social.friends import blocks
from games.social.models import Block, Line, Mute
from games.social.views.chat import seen_by
from games.tables.access import Access
from games.tables.errors import Malformed, NotAllowed
from games.tables.labels import in_sentence
from games.tables.views.errors import answers_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def line(request: HttpRequest, public_id: str, room: str, number: int) -> HttpResponse:
    """GET: the choices. POST: `do` says which one."""
    access = seen_by(request, public_id)
    found = line_with_context(access, room, number)
    if found is None:
        raise Http404
    one, _context = found
    if request.user.pk is None:
        raise NotAllowed("sign-in-first")
    if request.method == "POST":
        messages.success(request, _done(request, one, access, request.user.pk))
        where = ("replays:replay_at", public_id, one.position) if one.position else ("social:talk", public_id)
        return redirect(*where)
    shunned = {
        "muted": Mute.objects.filter(user=request.user.pk, other=one.user).exists(),
        "blocked": Block.objects.filter(user=request.user.pk, other=one.user).exists(),
    }
    shown = {"table": access.table, "line": one, "room": room, "words": "" if one.hidden else words(one)}
    shown["ref"] = f"{public_id}.{room}.{number}"
    shown["taken_back"] = one.taken_back
    whose = {"mine": one.user_id == request.user.pk, "name": in_sentence(str(one.user))}
    return render(request, "social/line.html", {**shown, **shunned, **whose})


def _done(request: HttpRequest, one: Line, access: Access, user_id: int) -> str:
    """Do what was chosen. Returns the sentence that says so."""
    name, pair = in_sentence(str(one.user)), {"user_id": user_id, "other_id": one.user_id}
    ways: dict[str, tuple[Callable[[], None], str]] = {
        "mute-here": (
            lambda: blocks.mute(**pair, table_pk=access.table.pk),
            _("At this table you read no more of %(name)s."),
        ),
        "mute": (lambda: blocks.mute(**pair, table_pk=None), _("You read no more of %(name)s, at any table.")),
        "unmute": (lambda: blocks.unmute(**pair), _("You read %(name)s again.")),
        "block": (lambda: blocks.block(**pair), _("You have blocked %(name)s.")),
        "unblock": (lambda: blocks.unblock(**pair), _("You no longer block %(name)s.")),
    }
    if one.position is not None:
        ways["take-back"] = (lambda: comment_take_back(access, user_id, one.number), _("Your comment is deleted."))
    chosen = ways.get(request.POST.get("do", ""))
    if chosen is None:
        raise Malformed("malformed")
    way, sentence = chosen
    way()
    return sentence % {"name": name}
