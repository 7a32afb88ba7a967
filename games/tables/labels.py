"""Display names of people, bots and options."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import get_language

from games.engine.metadata import GameMetadata, Option, Text, Value
from games.rendering import labels as rendering_labels
from games.rendering import seats as rendering_seats
from games.rendering.seats import NOBODY, SeatLine
from games.tables.models import Seat


def seat_name(seat: Seat) -> str:
    """Return the display name of the person or bot at the seat."""
    if seat.user is not None:
        return str(seat.user)
    if seat.is_bot:
        return rendering_seats.bot_name(seat.number, _language())
    return NOBODY


def seat_avatar(seat: Seat) -> str:
    """Return the avatar symbol of the seat; "" if it has none."""
    if seat.user is not None:
        return seat.user.shown_avatar
    return rendering_seats.bot_avatar(seat.number) if seat.is_bot else ""


def inline_names(lines: Iterable[SeatLine]) -> list[str]:
    """Return the seats' names as used in sentences: with an honorific in Japanese, and "you" for the reader."""
    return [inline_name(line.name, is_me=line.is_me) for line in lines]


def mid_sentence_names(lines: Iterable[SeatLine]) -> list[str]:
    """Like `inline_names`, for use inside a sentence: "Waiting for you"."""
    return [rendering_seats.name_mid_sentence(name) for name in inline_names(lines)]


def inline_name(name: str, *, is_me: bool = False) -> str:
    return rendering_seats.name_in_sentence(name, _language(), is_me=is_me)


def get_holder_key(seat: Seat) -> str:
    """Return the identifier that forms use for the seat's holder: a person's public id or a bot's level."""
    return seat.user.public_id if seat.user is not None else seat.bot_level


def get_person_id(seat: Seat) -> str:
    """Return the public id for the person's page; "" for bots, guests and deleted or inactive accounts."""
    user = seat.user
    return "" if user is None or user.is_guest or user.anonymised_at or not user.is_active else user.public_id


def list_seat_lines(seats: Iterable[Seat], own_number: int | None) -> list[SeatLine]:
    """Return display data of the seats, in order. Deadlines of bots are internal and left out."""
    return [
        SeatLine(
            number=seat.number,
            name=seat_name(seat),
            is_bot=seat.is_bot,
            level=seat.bot_level,
            is_me=seat.number == own_number,
            is_to_act=seat.question_seq is not None,
            deadline=None if seat.is_bot else seat.deadline,
            vacant=seat.is_vacant,
            key=get_holder_key(seat),
            person=get_person_id(seat),
            resigned=seat.has_resigned,
            forfeited=seat.has_forfeited,
            vacation=seat.on_vacation and not seat.is_bot,
            avatar=seat_avatar(seat),
        )
        for seat in seats
    ]


def localize_text(text: Text) -> str:
    """Return a game's text in the active language."""
    return text[_language()]


def level_name(code: str) -> str:
    """Return the name of a bot level in the active language."""
    return rendering_labels.level_name(code, _language())


def _language() -> str:
    return get_language() or "en"


def option_labels(meta: GameMetadata, options: dict[str, Value]) -> list[tuple[str, str]]:
    """Return labels and values of the table's options, in the order of the option sheet."""
    return [
        (localize_text(option.label), choice_label(option, options.get(option.key, option.default)))
        for option in meta.options
    ]


@dataclass(frozen=True, slots=True)
class ChangedOption:
    """An option whose value differs from the rulebook's default, in words."""

    label: str
    value: str
    usual: str
    help: str


def list_changed_options(meta: GameMetadata, options: dict[str, Value]) -> list[ChangedOption]:
    """List the options that differ from the rulebook's defaults, in the order of the option sheet."""
    return [
        ChangedOption(
            localize_text(option.label),
            choice_label(option, options[option.key]),
            choice_label(option, option.default),
            localize_text(option.help),
        )
        for option in meta.options
        if options.get(option.key, option.default) != option.default
    ]


def choice_label(option: Option, value: Value) -> str:
    """Return the label of an option's value."""
    return option.in_words(value, get_language() or "en")
