"""The form for a new table, built from the game's options."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.names.public_names import clean_public_name
from games.catalog.registry import GameMetadata, Preset, Value
from games.clocks.time_control import TimeControl
from games.tables.bots.levels import LevelChoice, list_all_level_choices, list_level_choices
from games.tables.clocks.duration_estimate import DurationEstimate, estimate_duration
from games.tables.forms.clock_fields import DETAILS, detail_fields, other_clock_fields, pace_field, pace_tiles
from games.tables.forms.option_fields import option_field
from games.tables.labels import localize_text
from games.tables.models import Table
from games.tables.models.table import NAME_LENGTH

OPTION_PREFIX = "opt_"
BOTS = "bots"  # in place of a visibility: against bots only
CLOCKS = ("clock", "own_clock")
NOT_OF_COMPANY = ("turn_seconds", "seats", "visibility", *CLOCKS, *DETAILS)
COMPANY: dict[str, tuple[Promise | str, Promise | str]] = {  # who else may play: name and meaning
    Table.Visibility.LINK: (_("Friends"), _("by link")),
    Table.Visibility.PUBLIC: (_("Anyone"), _("in the lobby")),
    BOTS: (_("Bots"), _("right away")),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A radio button with its name and meaning."""

    value: str
    name: str
    meaning: str
    is_chosen: bool


class TableForm(forms.Form):
    """The form for a new table: pace, seats, visibility and, under "More", clocks, bots and options (`opt_<key>`)."""

    turn_seconds = pace_field()
    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    visibility = forms.ChoiceField(
        label=_("With"), choices=[*Table.Visibility.choices, (BOTS, BOTS)], initial="public", widget=forms.RadioSelect
    )
    private = forms.BooleanField(label=_("Only invited people may sit down"), required=False)
    bots = forms.TypedChoiceField(label=_("Seats taken by bots"), coerce=int, initial=0)
    bot_level = forms.ChoiceField(label=_("Strength of the bots"), initial="normal")
    name = forms.CharField(
        label=_("Name of the table"),
        required=False,
        help_text=_("Optional. Shown at the table and in notifications."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": NAME_LENGTH}),
    )
    starts_when_full = forms.BooleanField(
        label=_("Start when every seat is taken"),
        required=False,
        initial=True,
        help_text=_("Otherwise the host starts the match."),
    )
    strict = forms.BooleanField(
        label=_("Strict shuffle"),
        required=False,
        help_text=_(
            "The cards are dealt only when every player’s browser has sealed its client seed and then shown it."
        ),
    )

    def __init__(self, meta: GameMetadata, *args: Any, preset: Preset | None = None, **kwargs: Any) -> None:
        """Fill the form with `preset`, overridden by `initial`."""
        super().__init__(*args, **kwargs)
        self.meta = meta
        self.fields |= other_clock_fields() | detail_fields()
        seats = range(meta.seats_min, meta.seats_max + 1)
        self._choices("seats", [(n, n) for n in seats], (preset and preset.seats) or meta.seats_default)
        self._choices("bots", [(n, n) for n in range(meta.seats_max)], 0)
        levels = list_all_level_choices(meta, meta.clean_options(preset.options if preset else {}))
        self._choices("bot_level", [(level.code, level.label) for level in levels], "normal")
        if preset:
            self.fields["turn_seconds"].initial = str(preset.turn_seconds)
        for option in meta.options:
            value = preset.options.get(option.key, option.default) if preset else option.default
            self.fields[OPTION_PREFIX + option.key] = option_field(option, value)
        self._relax_single_choices()

    def _relax_single_choices(self) -> None:
        """Make fields with a single choice optional, as they aren't shown."""
        for name, field in self.fields.items():
            if not self.has_choice(name):
                assert isinstance(field, forms.TypedChoiceField)
                field.required, field.empty_value = False, field.coerce(_choices_of(field)[0][0])

    def has_choice(self, name: str) -> bool:
        """Return whether the field has more than one choice, so that it is shown."""
        field = self.fields[name]
        return not isinstance(field, forms.ChoiceField) or len(_choices_of(field)) > 1

    def _choices(self, name: str, choices: list[tuple[Any, Any]], initial: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, initial

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        return clean_public_name(name, NAME_LENGTH) if name else ""

    def clean(self) -> dict[str, Any]:
        data = _settled(super().clean() or self.cleaned_data)
        if data.get("bots", 0) >= data.get("seats", 0) and "seats" in data:
            self.add_error("bots", _("At least one seat has to be yours."))
        if not self.errors:
            self._check_seats(data["seats"])
        if not self.errors and data["bots"] and data["bot_level"] not in self._offered_levels(data["seats"]):
            self.add_error("bot_level", _("Bots of this level can’t play at such a table."))
        if not self.errors and (misfit := self.meta.find_conflict(self.options())):
            self.add_error(OPTION_PREFIX + misfit.option, localize_text(misfit.why))
        return data

    def _check_seats(self, seats: int) -> None:
        low, high = self.meta.get_seat_range(self.options())
        if not low <= seats <= high:
            self.add_error("seats", _seats_text(low, high))

    def _offered_levels(self, seats: int) -> list[str]:
        return [level.code for level in list_level_choices(self.meta.slug, seats, self.options())]

    def level_choices(self) -> list[LevelChoice]:
        """Return the bot levels for the table as currently filled in, or for a default table."""
        if (values := self._current_values()) is None:
            return list_all_level_choices(self.meta, self.meta.clean_options({}))
        options = {option.key: values[OPTION_PREFIX + option.key] for option in self.meta.options}
        return list_level_choices(self.meta.slug, values["seats"], options)

    def pace_tiles(self) -> list[Tile]:
        """Return the radio buttons for the pace."""
        code = str(self["turn_seconds"].value())
        return [Tile(*tile, is_chosen=tile[0] == code) for tile in pace_tiles(code)]

    def company_tiles(self) -> list[Tile]:
        """Return the radio buttons for who else may play."""
        visibility = str(self["visibility"].value())
        tiles = dict(COMPANY)
        if visibility == Table.Visibility.PRIVATE:
            tiles[visibility] = _("Private"), _("by invitation")
        return [Tile(code, str(name), str(meaning), code == visibility) for code, (name, meaning) in tiles.items()]

    def needs_more(self) -> bool:
        """Return whether there is an error in a field under "More", or one that such a field may have caused."""
        return any(name not in ("turn_seconds", "visibility") for name in self.errors)

    def seats_field(self) -> forms.BoundField | None:
        """Return the field for the number of players, if there is a choice or an error."""
        return self["seats"] if self.has_choice("seats") or "seats" in self.errors else None

    def option_fields(self) -> list[forms.BoundField]:
        """Return the bound fields of the game options."""
        return [field for field in self._visible_fields() if field.name.startswith(OPTION_PREFIX)]

    def company_fields(self) -> list[forms.BoundField]:
        """Return the bound fields for players, bots and the shuffle."""
        fields = self._visible_fields()
        return [
            field for field in fields if not field.name.startswith(OPTION_PREFIX) and field.name not in NOT_OF_COMPANY
        ]

    def clock_fields(self) -> list[forms.BoundField]:
        """Return the bound fields for timeouts and vacations."""
        return [self[name] for name in DETAILS]

    def _visible_fields(self) -> list[forms.BoundField]:
        """Return the bound fields that have a choice or an error."""
        return [self[name] for name in self.fields if self.has_choice(name) or name in self.errors]

    def options(self) -> dict[str, Value]:
        return {option.key: self.cleaned_data[OPTION_PREFIX + option.key] for option in self.meta.options}

    def get_time_control(self) -> TimeControl:
        return TimeControl(*self.cleaned_data["turn_seconds"], *(self.cleaned_data[name] for name in DETAILS))

    def estimate(self) -> DurationEstimate | None:
        """Estimate the duration of the table as currently filled in; None if unknown or invalid."""
        if (values := self._current_values()) is None:
            return None
        options = {option.key: values[OPTION_PREFIX + option.key] for option in self.meta.options}
        turn, increment = values["turn_seconds"]
        return estimate_duration(
            self.meta, options, values["seats"], bots=values["bots"], turn_seconds=turn, increment_seconds=increment
        )

    def _current_values(self) -> dict[str, Any] | None:
        """Return the current field values, submitted or initial; None if one of them is invalid."""
        try:
            return _settled({name: field.clean(self[name].value()) for name, field in self.fields.items()})
        except forms.ValidationError:
            return None


def _settled(data: dict[str, Any]) -> dict[str, Any]:
    """Apply the choices under "More" over the main ones."""
    if clock := data.get("own_clock") or data.get("clock"):
        data["turn_seconds"] = clock
    if data.get("private"):
        data["visibility"] = Table.Visibility.PRIVATE
    elif data.get("visibility") == BOTS:
        data["visibility"] = Table.Visibility.PRIVATE
        data["bots"] = data.get("bots") or data.get("seats", 1) - 1
    return data


def _choices_of(field: forms.ChoiceField) -> list[tuple[Any, Any]]:
    choices: Any = field.choices
    return list(choices)


def _seats_text(low: int, high: int) -> str:
    if low == high:
        return ngettext(
            "These rules need exactly %(n)s seat.",
            "These rules need exactly %(n)s seats.",
            low,
        ) % {"n": low}
    return _("These rules need %(low)s to %(high)s seats.") % {"low": low, "high": high}
