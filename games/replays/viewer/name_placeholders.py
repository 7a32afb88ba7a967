"""Drawn without names: what is fetched step by step says nothing of people, and stays right when they change theirs.

A seat's name is two signs of Unicode's private area, one for its first letter and one for the rest; whoever shows the
text puts the present names in (`fill_names`, and lib/positions.js in the browser).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.rendering.seats import SeatLine

FIRST_LETTER, REST = 0xE000, 0xE100
_SIGN = re.compile(f"[{chr(FIRST_LETTER)}-{chr(REST + 0xFF)}]")


def with_name_placeholders(lines: Iterable[SeatLine]) -> list[SeatLine]:
    """The seats with signs for names, and without what leads to a person. Bots may be named."""
    return [
        replace(line, name=chr(FIRST_LETTER + line.number) + chr(REST + line.number), key="", person="")
        if line.key and not line.vacant
        else line
        for line in lines
    ]


def fill_names(html: str, names: Sequence[str]) -> SafeString:
    """HTML with the names put in, by seat."""
    parts = {chr(FIRST_LETTER + number): escape(name[:1]) for number, name in enumerate(names)}
    parts |= {chr(REST + number): escape(name[1:]) for number, name in enumerate(names)}
    return mark_safe(_SIGN.sub(lambda sign: parts[sign[0]], html))  # drawn by our own templates; names are escaped
