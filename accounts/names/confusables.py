"""Which names look alike: keys that are the same for names that people would take for one. Knows no database.

Letters of other scripts and digits are told apart by nobody who reads "Аnnа" or "A1ice" in passing, so a name's key is
Unicode's skeleton (UTS #39, accounts/confusables.txt), without regard to case, spaces and punctuation.

Japanese is a case of its own. Kana and kanji of one shape (カ and 力, ニ and 二, ー and 一 …) are everyday letters, so
they are read as a Japanese reader does, by the word around them: in a word with other katakana as katakana, in any
other word as kanji. A word of nothing but one kind of such letters is left alone: 力一 and カー are two people's names.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

TABLE_PATH = Path(__file__).with_name("confusables.txt")
MAX_KEY_LENGTH = 250  # of a key; what is longer is cut, and so only the more alike

_KATAKANA = "ーニハカトロタエイオチノヒヌムメ"
_KANJI = "一二八力卜口夕工亻才千丿匕又厶乂"
_TO_KATAKANA, _TO_KANJI = str.maketrans(_KANJI, _KATAKANA), str.maketrans(_KATAKANA, _KANJI)
_VOICED = "\u3099\u309a"  # ガ and パ, taken apart
_CLEAR_KATAKANA = re.compile(f"(?![{_KATAKANA}])[ァ-ヺヽヾㇰ-ㇿ]")
_CAPITALS = re.compile(r"(?<![^\W_])(?=[l1|]*[A-Z][l1|]*[A-Z])(?=[A-Z]*[l1|])[A-Zl1|]{3,}(?![^\W_])")
_CAPITAL_I = str.maketrans("l1|", "III")
_WORD = re.compile(rf"[\w{_VOICED}]+")
_IN_A_WORD = "[ぁ-ゖァ-ヺー々㐀-鿿]"
_LONG_DASH = re.compile(f"(?<={_IN_A_WORD})[—―─━㇐]|[—―─━㇐](?={_IN_A_WORD})")  # as the ー or the 一 that it looks like
_PROLONGED = "ー"
_HE = str.maketrans("ヘ", "へ")  # the same shape in both kana, whatever stands around it


def fold_name(name: str) -> str:
    """The same for names that differ in case or in letters that look alike in small letters."""
    return _cut(_letters(skeleton(_capitals(name).casefold())))


def name_skeleton(name: str) -> str:
    """The same for names that look alike as they are written: a capital I like a small l, which `key` can't know."""
    return _cut(_letters(skeleton(name)))


def fold_username(username: str) -> str:
    """The same for usernames that look alike. Dots and dashes count: "anna.b" and "annab" are typed differently."""
    return _cut(skeleton(username.casefold()))


def skeleton(text: str) -> str:
    """What `text` looks like, in the characters that stand for all of their shape."""
    text = unicodedata.normalize("NFD", _japanese(unicodedata.normalize("NFKC", text)))
    return unicodedata.normalize("NFD", text.translate(_prototypes()))


def _capitals(name: str) -> str:
    """`name` with what stands for a capital I among capitals as one: "ALlCE" and "AL1CE" are read as ALICE."""
    name = unicodedata.normalize("NFKC", name)
    return _CAPITALS.sub(lambda word: word[0].translate(_CAPITAL_I), name)


def _cut(text: str) -> str:
    """In small letters, and with two v as the w they look like, which Unicode's table doesn't know."""
    return text.casefold().replace("vv", "w")[:MAX_KEY_LENGTH]


def _letters(text: str) -> str:
    """`text` without spaces and punctuation, unless it consists of nothing else; then without spaces."""
    plain = [char for char in text if unicodedata.category(char)[0] not in "ZP" and unicodedata.category(char) != "Sk"]
    return "".join(plain or text.split())


def _japanese(text: str) -> str:
    """`text` with kana and kanji of one shape as one letter, word by word."""
    text = unicodedata.normalize("NFD", _LONG_DASH.sub(_PROLONGED, text))
    return _WORD.sub(lambda word: _read(word[0]), text).translate(_HE)


def _read(word: str) -> str:
    if _CLEAR_KATAKANA.search(word):
        return word.translate(_TO_KATAKANA)
    if set(word) <= set(_KATAKANA + _VOICED) or set(word) <= set(_KANJI):
        return word
    return word.translate(_TO_KANJI)


@cache
def _prototypes() -> dict[int, str]:
    """Unicode's table: code point → the characters that stand for its shape."""
    table: dict[int, str] = {}
    for line in TABLE_PATH.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            like, _colon, codes = line.partition(":")
            shape = "".join(chr(int(code, 16)) for code in like.split("+"))
            table |= {int(code, 16): shape for code in codes.split()}
    return table
