"""Drawing without names: cached step data contains no people, and stays correct when they change their names.

A seat's name is two characters of Unicode's private area, one for its first letter and one for the rest, and its avatar
a third; the displaying code replaces them by the current ones (`fill_names`, and lib/positions.js in the browser).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.rendering.seats import SeatLine

FIRST_LETTER, REST, AVATAR = 0xE000, 0xE100, 0xE200
_SIGN = re.compile(f"[{chr(FIRST_LETTER)}-{chr(AVATAR + 0xFF)}]")


def with_name_placeholders(lines: Iterable[SeatLine]) -> list[SeatLine]:
    """The seats with signs for names, and without what leads to a person. Bots may be named."""
    return [
        replace(line, name=_name(line.number), avatar=chr(AVATAR + line.number), key="", person="")
        if line.key and not line.vacant
        else line
        for line in lines
    ]


def _name(number: int) -> str:
    return chr(FIRST_LETTER + number) + chr(REST + number)


def fill_names(html: str, names: Sequence[str], avatars: Sequence[str]) -> SafeString:
    """HTML with the names and pictures put in, by seat."""
    parts = {chr(FIRST_LETTER + number): escape(name[:1]) for number, name in enumerate(names)}
    parts |= {chr(REST + number): escape(name[1:]) for number, name in enumerate(names)}
    parts |= {chr(AVATAR + number): escape(avatar) for number, avatar in enumerate(avatars)}
    return mark_safe(_SIGN.sub(lambda sign: parts[sign[0]], html))  # drawn by our own templates; names are escaped
