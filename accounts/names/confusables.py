"""Look-alike names: keys that are equal for names people would confuse. Doesn't use the database.

No one notices letters of other scripts or digits in "Аnnа" or "A1ice" in passing, so a name's key is Unicode's skeleton
(UTS #39, accounts/names/confusables.txt), ignoring case, spaces and punctuation.

Japanese needs special treatment. Kana and kanji of the same shape (カ and 力, ニ and 二, ー and 一 …) are everyday
letters, so they are read in the context of the word, as a Japanese reader does: with other katakana as katakana, in any
other word as kanji. A word made only of one kind of such letters is left alone: 力一 and カー are different names.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

TABLE_PATH = Path(__file__).with_name("confusables.txt")
MAX_KEY_LENGTH = 250  # longer keys are cut, which can only make more names alike

_KATAKANA = "ーニハカトロタエイオチノヒヌムメ"
_KANJI = "一二八力卜口夕工亻才千丿匕又厶乂"
_TO_KATAKANA, _TO_KANJI = str.maketrans(_KANJI, _KATAKANA), str.maketrans(_KATAKANA, _KANJI)
_VOICED = "\u3099\u309a"  # the marks of ガ and パ when decomposed
_CLEAR_KATAKANA = re.compile(f"(?![{_KATAKANA}])[ァ-ヺヽヾㇰ-ㇿ]")
_CAPITALS = re.compile(r"(?<![^\W_])(?=[l1|]*[A-Z][l1|]*[A-Z])(?=[A-Z]*[l1|])[A-Zl1|]{3,}(?![^\W_])")
_CAPITAL_I = str.maketrans("l1|", "III")
_WORD = re.compile(rf"[\w{_VOICED}]+")
_IN_A_WORD = "[ぁ-ゖァ-ヺー々㐀-鿿]"
# Read as the ー or the 一 that it looks like.
_LONG_DASH = re.compile(f"(?<={_IN_A_WORD})[—―─━㇐]|[—―─━㇐](?={_IN_A_WORD})")
_PROLONGED = "ー"
_HE = str.maketrans("ヘ", "へ")  # the same shape in both kana


def fold_name(name: str) -> str:
    """Return a key that is equal for names that differ in case or by letters that look alike in lower case."""
    return _cut(_letters(skeleton(_capitals(name).casefold())))


def name_skeleton(name: str) -> str:
    """Return a key for names that look alike as written, such as capital I and small l: `fold_name` misses those."""
    return _cut(_letters(skeleton(name)))


def fold_username(username: str) -> str:
    """Return a key for usernames that look alike. Dots and dashes count: "anna.b" and "annab" are typed differently."""
    return _cut(skeleton(username.casefold()))


def skeleton(text: str) -> str:
    """Return `text` with each character replaced by the prototype of its shape."""
    text = unicodedata.normalize("NFD", _japanese(unicodedata.normalize("NFKC", text)))
    return unicodedata.normalize("NFD", text.translate(_prototypes()))


def _capitals(name: str) -> str:
    """Replace look-alikes of a capital I among capitals: "ALlCE" and "AL1CE" are read as ALICE."""
    name = unicodedata.normalize("NFKC", name)
    return _CAPITALS.sub(lambda word: word[0].translate(_CAPITAL_I), name)


def _cut(text: str) -> str:
    """Return `text` in lower case, cut, with "vv" as the "w" it looks like, which Unicode's table misses."""
    return text.casefold().replace("vv", "w")[:MAX_KEY_LENGTH]


def _letters(text: str) -> str:
    """Return `text` without spaces and punctuation; if nothing else is left, without spaces only."""
    plain = [char for char in text if unicodedata.category(char)[0] not in "ZP" and unicodedata.category(char) != "Sk"]
    return "".join(plain or text.split())


def _japanese(text: str) -> str:
    """Return `text` with kana and kanji of the same shape as one letter, word by word."""
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
    """Load Unicode's table: code point → the characters that represent its shape."""
    table: dict[int, str] = {}
    for line in TABLE_PATH.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            like, _colon, codes = line.partition(":")
            shape = "".join(chr(int(code, 16)) for code in like.split("+"))
            table |= {int(code, 16): shape for code in codes.split()}
    return table
