"""The short form for a table with friends: game and pace, with defaults for everything else."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalog import registry
from games.catalog.registry import GameMetadata
from games.clocks.time_control import TimeControl
from games.tables.forms.clock_fields import pace_field, pace_tiles
from games.tables.forms.table_form import Tile
from games.tables.labels import localize_text


@dataclass(frozen=True, slots=True)
class GameTile(Tile):
    """A radio button for a game; its value is the slug."""


class ShortTableForm(forms.Form):
    """Form for the game and the pace."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    turn_seconds = pace_field()
    starts_when_full = forms.BooleanField(
        label=gettext_lazy("Start when every seat is taken"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [(meta.slug, localize_text(meta.name)) for meta in _games_for_company()]

    def fit_seats(self, people: int) -> int:
        """Return the number of seats for this many people, within what the game allows."""
        low, high = _seat_range(self._meta)
        return min(max(people, low), high)

    def get_time_control(self) -> TimeControl:
        return TimeControl(*self.cleaned_data["turn_seconds"])

    @property
    def usual_seats(self) -> int:
        return self._meta.seats_default

    @property
    def _meta(self) -> GameMetadata:
        return registry.list_metadata()[self.cleaned_data["game"]]

    def game_tiles(self) -> list[GameTile]:
        """Return the radio buttons for the game, with numbers of players."""
        game_slug = self["game"].value()
        return [
            GameTile(meta.slug, localize_text(meta.name), _players(meta), meta.slug == game_slug)
            for meta in _games_for_company()
        ]

    def pace_tiles(self) -> list[Tile]:
        """Return the radio buttons for the pace."""
        code = str(self["turn_seconds"].value())
        return [Tile(*tile, is_chosen=tile[0] == code) for tile in pace_tiles(code)]


def _seat_range(meta: GameMetadata) -> tuple[int, int]:
    return meta.get_seat_range(meta.clean_options({}))


def _games_for_company() -> list[GameMetadata]:
    return [meta for meta in registry.list_metadata().values() if meta.seats_max > 1]


def _players(meta: GameMetadata) -> str:
    low, high = max(2, meta.seats_min), meta.seats_max
    if low == high:
        return _("%(n)s players") % {"n": low}
    return _("%(least)s to %(most)s players") % {"least": low, "most": high}
