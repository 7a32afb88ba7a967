"""The page of one chat message, with actions for its reader."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.social.chat.selectors import get_message_text, get_message_with_context
from games.social.chat.services import delete_comment
from games.social.friends import blocks
from games.social.models import Block, ChatMessage, Mute
from games.social.views.chat import get_access_or_404
from games.tables.access import TableAccess
from games.tables.errors import BadRequestError, ForbiddenError
from games.tables.labels import inline_name
from games.tables.views.errors import render_errors


@require_http_methods(["GET", "HEAD", "POST"])
@render_errors
def message(request: HttpRequest, public_id: str, room: str, number: int) -> HttpResponse:
    """Show what the user can do about a message. A POST does what `do` says."""
    access = get_access_or_404(request, public_id)
    message_and_context = get_message_with_context(access, room, number)
    if message_and_context is None:
        raise Http404
    row, _context = message_and_context
    if request.user.pk is None:
        raise ForbiddenError("sign-in-first")
    if request.method == "POST":
        messages.success(request, _perform_action(request, row, access, request.user.pk))
        where = ("replays:position", public_id, row.event_seq) if row.event_seq else ("social:chat", public_id)
        return redirect(*where)
    shunned = {
        "muted": Mute.objects.filter(user=request.user.pk, other_user=row.user).exists(),
        "blocked": Block.objects.filter(user=request.user.pk, other_user=row.user).exists(),
    }
    page = {"table": access.table, "line": row, "room": room, "words": "" if row.is_hidden else get_message_text(row)}
    page["ref"] = f"{public_id}.{room}.{number}"
    page["taken_back"] = row.is_retracted
    whose = {"mine": row.user_id == request.user.pk, "name": inline_name(str(row.user))}
    return render(request, "social/chat/_message.html", {**page, **shunned, **whose})


def _perform_action(request: HttpRequest, row: ChatMessage, access: TableAccess, user_id: int) -> str:
    """Perform the chosen action. Return a message about it."""
    name, pair = inline_name(str(row.user)), {"user_id": user_id, "other_id": row.user_id}
    ways: dict[str, tuple[Callable[[], None], str]] = {
        "mute-here": (
            lambda: blocks.mute(**pair, table_pk=access.table.pk),
            _("%(name)s is muted at this table."),
        ),
        "mute": (lambda: blocks.mute(**pair, table_pk=None), _("%(name)s is muted at all tables.")),
        "unmute": (lambda: blocks.unmute(**pair), _("%(name)s is no longer muted.")),
        "block": (lambda: blocks.block(**pair), _("You have blocked %(name)s.")),
        "unblock": (lambda: blocks.unblock(**pair), _("%(name)s is no longer blocked.")),
    }
    if row.event_seq is not None:
        ways["take-back"] = (lambda: delete_comment(access, user_id, row.number), _("Your comment is deleted."))
    way_and_sentence = ways.get(request.POST.get("do", ""))
    if way_and_sentence is None:
        raise BadRequestError("malformed")
    way, sentence = way_and_sentence
    way()
    return sentence % {"name": name}
