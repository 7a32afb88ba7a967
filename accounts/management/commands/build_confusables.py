"""Makes accounts/names/confusables.txt from Unicode's table: `manage.py build_confusables path/to/confusables.txt`.

The table is https://www.unicode.org/Public/security/latest/confusables.txt; the Python package "confusables" has one.
A new table changes the keys of names that are stored already: it needs a migration that computes them again.
"""

import re
import unicodedata
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.names.confusables import TABLE_PATH

HEADER = """\
# Characters that look alike, from Unicode's confusables.txt (UTS #39), version {version}.
# {copyright} Used under the Unicode License, https://www.unicode.org/license.txt:
# permission is granted, free of charge, to use, copy, modify, publish and distribute the data files without
# restriction, provided that this copyright and permission notice appear with all copies or in the documentation.
# Made by `manage.py build_confusables`: only what NFKC leaves apart, without kana, which the site knows better.
# A line: the character(s) that stand for all of them, a colon, those that look like it.
"""
LINE = re.compile(r"^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA", re.MULTILINE)
KANA = re.compile("[\u3040-\u30ff\u31f0-\u31ff]")
HAN = re.compile("[\u2e80-\u2fdf\u31c0-\u31ef\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", type=Path)

    def handle(self, *args: Any, table: Path, **options: Any) -> None:
        text = table.read_text(encoding="utf-8-sig")
        version = _search(r"^# Version: ([\d.]+)", text)
        copyright_ = _search(r"^# (©.*)$", text)
        look_alikes = defaultdict(list)
        for code, like in LINE.findall(text):
            if _wanted(chr(int(code, 16)), "".join(chr(int(part, 16)) for part in like.split())):
                look_alikes["+".join(part.lstrip("0") for part in like.split())].append(code.lstrip("0"))
        lines = [f"{like}: {' '.join(codes)}\n" for like, codes in sorted(look_alikes.items())]
        header = HEADER.format(version=version, copyright=copyright_)
        TABLE_PATH.write_text(header + "".join(lines), encoding="utf-8")


def _search(pattern: str, text: str) -> str:
    """Return the first group of the first match of `pattern`. Raises CommandError without a match."""
    match = re.search(pattern, text, re.MULTILINE)
    if not match:
        raise CommandError("This is no table of confusables.")
    return match[1]


def _wanted(char: str, like: str) -> bool:
    """Return whether `char` can occur in a folded, decomposed name, and isn't a matter of Japanese kana."""
    if unicodedata.category(char).startswith("C") or unicodedata.normalize("NFKD", char) != char:
        return False
    if KANA.search(char) or (HAN.search(char) and not HAN.search(like)):
        return False
    return not KANA.search(like) or unicodedata.name(char).startswith("HANGUL")
