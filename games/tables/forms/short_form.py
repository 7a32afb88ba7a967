"""A new table for people one knows: the game and the pace, and all else as the game usually has it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalog import registry
from games.catalog.registry import GameMetadata
from games.tables.forms.clock_fields import pace_field, pace_tiles
from games.tables.forms.table_form import Tile
from games.tables.labels import localize_text
from games.tables.time_control import TimeControl


@dataclass(frozen=True, slots=True)
class GameTile(Tile):
    """A game to choose; its value is the game's key."""


class ShortTableForm(forms.Form):
    """Which game, and how fast."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    turn_seconds = pace_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [(meta.slug, localize_text(meta.name)) for meta in _games_for_company()]

    def fit_seats(self, people: int) -> int:
        """How many seats the chosen game has for so many people: all of them where it has room, and no fewer than it
        needs."""
        low, high = _seat_range(self._meta)
        return min(max(people, low), high)

    def get_time_control(self) -> TimeControl:
        """The chosen clock."""
        return TimeControl(*self.cleaned_data["turn_seconds"])

    @property
    def usual_seats(self) -> int:
        """How many the chosen game usually has."""
        return self._meta.seats_default

    @property
    def _meta(self) -> GameMetadata:
        return registry.list_metadata()[self.cleaned_data["game"]]

    def game_tiles(self) -> list[GameTile]:
        """The radio buttons of the game, with how many play it."""
        chosen = self["game"].value()
        return [
            GameTile(meta.slug, localize_text(meta.name), _players(meta), meta.slug == chosen)
            for meta in _games_for_company()
        ]

    def pace_tiles(self) -> list[Tile]:
        """The radio buttons of the pace."""
        chosen = str(self["turn_seconds"].value())
        return [Tile(*tile, is_chosen=tile[0] == chosen) for tile in pace_tiles(chosen)]


def _seat_range(meta: GameMetadata) -> tuple[int, int]:
    return meta.get_seat_range(meta.clean_options({}))


def _games_for_company() -> list[GameMetadata]:
    return [meta for meta in registry.list_metadata().values() if meta.seats_max > 1]


def _players(meta: GameMetadata) -> str:
    low, high = max(2, meta.seats_min), meta.seats_max
    if low == high:
        return _("%(n)s players") % {"n": low}
    return _("%(least)s to %(most)s players") % {"least": low, "most": high}
