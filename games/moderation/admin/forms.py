"""What a moderator has to say before something is done: why, and what the action needs besides."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalog import registry
from games.moderation.models import ModerationAction
from games.moderation.services.actions import MAX_HOURS, REASON_LENGTH
from games.tables.bots.substitutes import list_substitute_levels
from games.tables.labels import level_name
from games.tables.models import Seat

Action = ModerationAction.Action
ACTION_FIELDS = {Action.SEAT_TO_BOT: ("level",), Action.EXTEND: ("hours",), Action.PLAY: ("asked", "move")}
TEXT = {"class": "vTextField", "autocomplete": "off"}


class ActionForm(forms.Form):
    """The reason, and the fields of `action` at `seat`. A move never stands in an address: it tells of the hand."""

    level = forms.ChoiceField(label=_("Strength of the bot"), initial="normal")
    hours = forms.IntegerField(label=_("Hours more"), min_value=1, max_value=MAX_HOURS, initial=24)
    asked = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    move = forms.CharField(
        label=_("Move"),
        required=False,
        max_length=2_000,
        widget=forms.TextInput(TEXT),
        help_text=_("Empty: the safe move, as when time is up. Another, as JSON, takes the right to see the cards."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, widget=forms.TextInput(TEXT))

    def __init__(self, action: Action, seat: Seat | None, data: Any) -> None:
        super().__init__(data, initial={"asked": seat.question_seq if seat else None})
        for name in {"level", "hours", "asked", "move"} - set(ACTION_FIELDS.get(action, ())):
            del self.fields[name]
        level = self.fields.get("level")
        if isinstance(level, forms.ChoiceField) and seat is not None:
            table = seat.table
            title, seats = registry.get_game(table.game_slug), list(table.seats.all())
            offered = list_substitute_levels(title, table, seats, seat.number)
            level.choices = [(code, level_name(code)) for code in offered]
