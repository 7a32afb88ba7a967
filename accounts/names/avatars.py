"""Avatars: the animals shown next to names. Doesn't use the database."""

import re
from collections.abc import Mapping
from zlib import crc32

FORMER_PLAYER = "former"  # the symbol of deleted accounts
# Symbol in `site/avatars.svg` → names in English and Japanese.
AVATARS: Mapping[str, tuple[str, str]] = {
    "badger": ("Badger", "アナグマ"),
    "bear": ("Bear", "クマ"),
    "beaver": ("Beaver", "ビーバー"),
    "cat": ("Cat", "ネコ"),
    "cormorant": ("Cormorant", "カワウ"),
    "crab": ("Crab", "カニ"),
    "crane": ("Crane", "ツル"),
    "deer": ("Deer", "シカ"),
    "dolphin": ("Dolphin", "イルカ"),
    "falcon": ("Falcon", "ハヤブサ"),
    "fox": ("Fox", "キツネ"),
    "frog": ("Frog", "カエル"),
    "gecko": ("Gecko", "ヤモリ"),
    "hare": ("Hare", "ウサギ"),
    "heron": ("Heron", "サギ"),
    "kingfisher": ("Kingfisher", "カワセミ"),
    "lynx": ("Lynx", "オオヤマネコ"),
    "magpie": ("Magpie", "カササギ"),
    "marten": ("Marten", "テン"),
    "mole": ("Mole", "モグラ"),
    "musasabi": ("Flying squirrel", "ムササビ"),
    "otter": ("Otter", "カワウソ"),
    "owl": ("Owl", "フクロウ"),
    "panda": ("Panda", "パンダ"),
    "pheasant": ("Pheasant", "キジ"),
    "plover": ("Plover", "チドリ"),
    "seal": ("Seal", "アザラシ"),
    "serow": ("Serow", "カモシカ"),
    "sparrow": ("Sparrow", "スズメ"),
    "squirrel": ("Squirrel", "リス"),
    "swallow": ("Swallow", "ツバメ"),
    "tanuki": ("Tanuki", "タヌキ"),
    "turtle": ("Turtle", "ウミガメ"),
    "weasel": ("Weasel", "イタチ"),
    "whale": ("Whale", "クジラ"),
}
_KEYS = tuple(AVATARS)
# Longest first, because "ウサギ" ends in "サギ".
_ENDINGS = sorted(((word, key) for key, words in AVATARS.items() for word in words), key=lambda pair: -len(pair[0]))


def get_default_avatar(name: str, public_id: str) -> str:
    """The animal a friendly name ends in ("Sunny Owl 2"), else one by the id, always the same.

    >>> get_default_avatar("Sunny Owl 2", ""), get_default_avatar("げんきなウサギ", "")
    ('owl', 'hare')
    """
    bare = re.sub(r" [0-9]+$", "", name)
    animal = next((key for word, key in _ENDINGS if _ends_in(bare, word)), None)
    return animal or _KEYS[crc32(public_id.encode()) % len(_KEYS)]


def _ends_in(name: str, word: str) -> bool:
    """Return whether the name ends in this word. English words are separated by blanks: "Dogbear" is no bear."""
    return name.endswith(word) and (not word.isascii() or name == word or name.endswith(f" {word}"))


def list_avatar_choices(language: str) -> list[tuple[str, str]]:
    """List symbols and their names, sorted by name."""
    column = 1 if language.startswith("ja") else 0
    return sorted(((key, words[column]) for key, words in AVATARS.items()), key=lambda choice: choice[1])
