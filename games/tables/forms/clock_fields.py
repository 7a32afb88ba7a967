"""The fields in which a new table's clock is chosen: one of those offered, and in a fold what happens when it is up."""

from collections.abc import Iterable

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.tables.models import Table
from games.tables.templatetags.formatting import pace
from games.tables.time_control import (
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

Clock = tuple[int, int]  # `TimeControl.clock`
NONE = "none"
DETAILS = ("on_timeout", "bot_after", "vacations")
SUGGESTED_CLOCKS: tuple[tuple[Clock, Promise | str], ...] = (
    ((2 * MINUTE, 0), gettext_lazy("Now")),
    ((10 * MINUTE, 15), gettext_lazy("In one evening")),
    ((DAY, 0), gettext_lazy("Over days")),
    ((3 * DAY, 8 * HOUR), gettext_lazy("At leisure")),
    (NO_CLOCK, gettext_lazy("Among friends")),
)


def clock_code(clock: Clock) -> str:
    """A clock as the form names it: "86400", "259200+28800", "none"."""
    seconds, increment = clock
    return f"{seconds}+{increment}" if increment else str(seconds or NONE)


def clock_field() -> forms.TypedChoiceField:
    """All clocks, those with a name first. Its value is `TimeControl.clock`."""
    return forms.TypedChoiceField(
        label=gettext_lazy("Clock"), coerce={clock_code(clock): clock for clock in CLOCKS}.__getitem__,
        choices=_choices, initial=clock_code((DAY, 0)),
    )  # fmt: skip


def detail_fields() -> dict[str, forms.Field]:
    """What happens when time is up, and whether vacations count; each has its usual value where nothing is sent."""
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
            help_text=gettext_lazy("Until its person comes back and takes the seat again."),
        ),
        "vacations": forms.BooleanField(
            label=gettext_lazy("Vacations stop the clock"), required=False, initial=usual.vacations
        ),
    }  # fmt: skip


def _choices() -> list[tuple[str, list[tuple[str, str]]]]:
    named = {clock for clock, _name in SUGGESTED_CLOCKS}
    return [
        (_("Suggestions"), [(clock_code(clock), _named(name, clock)) for clock, name in SUGGESTED_CLOCKS]),
        (_("Per decision"), _plain((seconds, 0) for seconds in TURN_SECONDS if (seconds, 0) not in named)),
        (_("Time bank, refilled by each decision"), _plain(clock for clock in TIME_BANKS if clock not in named)),
    ]


def _named(name: Promise | str, clock: Clock) -> str:
    return str(format_lazy("{} – {}", name, pace(*clock)))


def _plain(clocks: Iterable[Clock]) -> list[tuple[str, str]]:
    return [(clock_code(clock), pace(*clock)) for clock in clocks]


def _timeouts(count: int) -> str:
    return ngettext("%(n)s timeout", "%(n)s timeouts in a row", count) % {"n": count}
