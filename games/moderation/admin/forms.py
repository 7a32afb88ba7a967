"""The form for moderation actions: the reason, and the fields of the action."""

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
MAX_EVENT_NUMBER = 999_999_999  # the largest that fits into a URL parameter
TEXT = {"class": "vTextField", "autocomplete": "off"}
ALONE_LABEL = _("Act alone. This is recorded, and the players can read it at the table.")


class ActionForm(forms.Form):
    """The reason, and the fields of `action` at `seat`. A move is never put into a URL, because it reveals cards."""

    level = forms.ChoiceField(label=_("Strength of the bot"), initial="normal")
    hours = forms.IntegerField(label=_("Hours more"), min_value=1, max_value=MAX_HOURS, initial=24)
    asked = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MAX_EVENT_NUMBER)
    move = forms.CharField(
        label=_("Move"),
        required=False,
        max_length=2_000,
        widget=forms.TextInput(TEXT),
        help_text=_(
            "Empty: the safe move, as when time runs out. Any other move, as JSON, requires the right to see the cards."
        ),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, widget=forms.TextInput(TEXT))
    alone = forms.BooleanField(label=ALONE_LABEL, required=False)  # only if it was offered

    def __init__(self, action: Action, seat: Seat | None, data: Any) -> None:
        super().__init__(data, initial={"asked": seat.question_seq if seat else None})
        for name in {"level", "hours", "asked", "move"} - set(ACTION_FIELDS.get(action, ())):
            del self.fields[name]
        if "alone" not in self.data:
            del self.fields["alone"]
        level = self.fields.get("level")
        if isinstance(level, forms.ChoiceField) and seat is not None:
            table = seat.table
            game, seats = registry.get_game(table.game_slug), list(table.seats.all())
            offered = list_substitute_levels(game, table, seats, seat.number)
            level.choices = [(code, level_name(code)) for code in offered]

    def offer_acting_alone(self) -> None:
        """Add the checkbox for acting without an approval."""
        self.fields["alone"] = forms.BooleanField(label=ALONE_LABEL, required=False)
