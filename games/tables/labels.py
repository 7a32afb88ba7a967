"""What people, bots and options are called."""

from collections.abc import Iterable

from django.utils.translation import get_language

from games.engine.metadata import Meta, Option, Text, Value
from games.rendering import labels as rendering_labels
from games.rendering import seats as rendering_seats
from games.rendering.seats import NOBODY, SeatLine
from games.tables.models import Seat


def seat_name(seat: Seat) -> str:
    """The display name of whoever the seat belongs to."""
    if seat.user is not None:
        return str(seat.user)
    if seat.bot:
        return rendering_seats.bot_name(seat.number, _language())
    return NOBODY


def in_sentences(lines: Iterable[SeatLine]) -> list[str]:
    """The seats' names as sentences have them: polite in Japanese. Nobody reads of oneself by name."""
    return [in_sentence(line.name, is_me=line.is_me) for line in lines]


def amid_sentences(lines: Iterable[SeatLine]) -> list[str]:
    """The same for where no sentence begins: "Waiting for you"."""
    return [rendering_seats.amid(name) for name in in_sentences(lines)]


def in_sentence(name: str, *, is_me: bool = False) -> str:
    return rendering_seats.in_sentence(name, _language(), is_me=is_me)


def holder_key(seat: Seat) -> str:
    """Who holds a seat, as forms name them: a person's public id, or a bot's level."""
    return seat.user.public_id if seat.user is not None else seat.bot


def person_id(seat: Seat) -> str:
    """The id of the page about the seat's person; "" for bots, guests and those who are gone."""
    user = seat.user
    return "" if user is None or user.is_guest or user.anonymised_at or not user.is_active else user.public_id


def seat_lines(seats: Iterable[Seat], own: int | None) -> list[SeatLine]:
    """The seats in order. Bots' deadlines are the house's own business."""
    return [
        SeatLine(
            number=seat.number,
            name=seat_name(seat),
            is_bot=bool(seat.bot),
            level=seat.bot,
            is_me=seat.number == own,
            waiting=seat.asked is not None,
            deadline=None if seat.bot else seat.deadline,
            vacant=seat.vacant,
            key=holder_key(seat),
            person=person_id(seat),
            resigned=seat.resigned,
            forfeited=seat.forfeited,
            vacation=seat.vacation and not seat.bot,
        )
        for seat in seats
    ]


def in_language(text: Text) -> str:
    """A title's text in the reader's language."""
    return text[_language()]


def level_name(code: str) -> str:
    """A bot's level in the reader's language."""
    return rendering_labels.level_name(code, _language())


def _language() -> str:
    return get_language() or "en"


def option_labels(meta: Meta, options: dict[str, Value]) -> list[tuple[str, str]]:
    """The table's options in words, in the sheet's order."""
    return [
        (in_language(option.label), choice_label(option, options.get(option.key, option.default)))
        for option in meta.options
    ]


def choice_label(option: Option, value: Value) -> str:
    """A value of an option in words."""
    return option.in_words(value, get_language() or "en")
