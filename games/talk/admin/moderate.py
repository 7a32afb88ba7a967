"""The page on which a moderator decides about a line: with ten lines around it, and a reason."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.requests import person_of
from games.tables.admin.base import ReadOnlyAdmin
from games.tables.errors import Refusal
from games.tables.models import Table
from games.tables.views.refusals import refusal_sentence
from games.talk.measures import HOURS, talk_moderated
from games.talk.models import REASON_LENGTH, Line, Room, TalkAction
from games.talk.reading import around, silenced_until, words
from games.templatetags.house import duration


class MeasureForm(forms.Form):
    """What is to be done, for how long, and why."""

    action = forms.ChoiceField(label=_("Action"), choices=TalkAction.Action.choices)
    hours = forms.TypedChoiceField(
        label=_("Silence for"), coerce=int, choices=lambda: [(hours, duration(hours * 3600)) for hours in HOURS]
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH,
        widget=forms.TextInput({"class": "vTextField", "autocomplete": "off"}),
    )  # fmt: skip


def moderate(page: ReadOnlyAdmin, request: HttpRequest, room_pk: int, number: int) -> HttpResponse:
    """GET: the page. POST: do it, and note it. A refusal stands on the page, with its status."""
    room = Room.objects.select_related("table").filter(pk=room_pk).first()
    found = around(room, number) if room else None
    if room is None or found is None or _plays(request, room):
        raise Http404
    form = MeasureForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            talk_moderated(room_pk=room.pk, number=number, moderator=person_of(request), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, refusal_sentence(refusal))
            status = refusal.status
        else:
            messages.success(request, gettext("Done, and noted."))
            return redirect("admin:games_line_moderate", room.pk, number)
    return render(request, "admin/games/line/moderate.html", _context(page, request, room, found, form), status=status)


def _context(
    page: ReadOnlyAdmin, request: HttpRequest, room: Room, found: tuple[Line, list[Line]], form: MeasureForm
) -> dict[str, Any]:
    line, lines = found
    may_read = request.user.has_perm("games.read_hidden_lines")
    done = TalkAction.objects.filter(table=room.table, room=room.name, number=line.number).select_related("moderator")
    return {
        **page.admin_site.each_context(request),
        "opts": page.opts,
        "title": gettext("A line of the chat"),
        "room": room,
        "line": line,
        "lines": [(one, "—" if one.hidden and not may_read else words(one), one == line) for one in lines],
        "silenced": silenced_until(line.user_id),
        "done": done,
        "form": form,
    }


def _plays(request: HttpRequest, room: Room) -> bool:
    """Whether the reader plays there: then a page that shows the other room too is not for them."""
    table = room.table
    return table.status == Table.Status.RUNNING and table.seats.filter(user=request.user.pk).exists()
