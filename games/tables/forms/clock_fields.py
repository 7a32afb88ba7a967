"""Form fields for a new table's clock: a pace, and in a collapsed section other clocks and what happens on timeout."""

from collections.abc import Iterable

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.clocks.time_control import (
    BOT_AFTER,
    CLOCKS,
    DAY,
    HOUR,
    MINUTE,
    NO_CLOCK,
    TIME_BANKS,
    TURN_SECONDS,
    TimeControl,
)
from games.tables.formatting import pace
from games.tables.models import Table

Clock = tuple[int, int]  # `TimeControl.clock`
NONE = "none"
DETAILS = ("on_timeout", "bot_after", "vacations")
PACES: dict[Clock, tuple[Promise | str, Promise | str]] = {  # offered first: name and meaning
    (2 * MINUTE, 0): (pgettext_lazy("pace", "Live"), gettext_lazy("2 minutes")),
    (DAY, 0): (pgettext_lazy("pace", "Daily"), gettext_lazy("1 day")),
    (3 * DAY, 8 * HOUR): (pgettext_lazy("pace", "Relaxed"), gettext_lazy("3 days + 8 hours")),
}
OTHERS: tuple[Clock, ...] = ((10 * MINUTE, 15), (HOUR, 0), (7 * DAY, 0), NO_CLOCK)  # offered under "More"


def clock_code(clock: Clock) -> str:
    """Return the form value of a clock: "86400", "259200+28800", "none"."""
    seconds, increment = clock
    return f"{seconds}+{increment}" if increment else str(seconds or NONE)


CLOCKS_BY_CODE = {clock_code(clock): clock for clock in CLOCKS}


def pace_field() -> forms.TypedChoiceField:
    """Build the pace field, which accepts any clock. Its value is `TimeControl.clock`."""
    return forms.TypedChoiceField(
        label=gettext_lazy("Pace"), coerce=CLOCKS_BY_CODE.__getitem__, initial=clock_code((DAY, 0)),
        choices=[(code, code) for code in CLOCKS_BY_CODE], widget=forms.RadioSelect,
    )  # fmt: skip


def pace_tiles(code: str) -> list[tuple[str, str, str]]:
    """Return the paces as (code, name, meaning), plus the chosen clock if it is a different one."""
    tiles = [(clock_code(clock), str(name), str(meaning)) for clock, (name, meaning) in PACES.items()]
    other = CLOCKS_BY_CODE.get(code)
    return tiles if other is None or other in PACES else [*tiles, (code, _("Own"), pace(TimeControl(*other)))]


def other_clock_fields() -> dict[str, forms.Field]:
    """Build fields with other clocks, which override the pace: a few common ones, and all the rest."""
    rest = [clock for clock in (*((seconds, 0) for seconds in TURN_SECONDS), *TIME_BANKS) if clock not in PACES]
    return {
        "clock": _other_clock(_("Another clock"), OTHERS),
        "own_clock": _other_clock(_("Your own clock"), [clock for clock in rest if clock not in OTHERS]),
    }


def _other_clock(label: str, clocks: Iterable[Clock]) -> forms.TypedChoiceField:
    choices = [(clock_code(clock), pace(TimeControl(*clock))) for clock in clocks]
    return forms.TypedChoiceField(
        label=label, required=False, coerce=CLOCKS_BY_CODE.__getitem__, empty_value=None,
        choices=[("", _("as chosen above")), *choices],
    )  # fmt: skip


def detail_fields() -> dict[str, forms.Field]:
    """Build fields for timeouts and vacations, which default to the usual values if not submitted."""
    usual = TimeControl()
    return {
        "on_timeout": forms.TypedChoiceField(
            label=gettext_lazy("When time is up"), required=False, initial=usual.on_timeout,
            empty_value=usual.on_timeout, choices=Table.OnTimeout.choices,
        ),
        "bot_after": forms.TypedChoiceField(
            label=gettext_lazy("A bot takes over after"), required=False, initial=usual.bot_after,
            empty_value=usual.bot_after, coerce=int,  # type: ignore[arg-type]  # of the type it is coerced to
            choices=lambda: [(count, _timeouts(count)) for count in BOT_AFTER],
            help_text=gettext_lazy("Until the player comes back and takes the seat again."),
        ),
        "vacations": forms.BooleanField(
            label=gettext_lazy("Vacations stop the clock"), required=False, initial=usual.vacations
        ),
    }  # fmt: skip


def _timeouts(count: int) -> str:
    return ngettext("%(n)s timeout", "%(n)s timeouts in a row", count) % {"n": count}
