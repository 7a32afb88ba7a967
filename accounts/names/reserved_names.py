"""Reserved names, with which people could pose as staff, the site, a bot, a former player or the reader ("You").

Doesn't use the database. Names of bots are reserved as they are ("Kaede 2" is free). Words for staff and the site are
found inside a name however they are written: with look-alike letters, digits for letters, spaces between letters,
full-width, in hiragana or katakana. Words that are also part of ordinary names ("House", "Bot") count only if nothing
else is left of the name.
"""

import re
import unicodedata
from collections.abc import Iterable

from accounts.names import confusables
from accounts.names.display_names import RESERVED_NAMES, normalize_name

# Reserved as separate words, with any other words.
_STAFF = """
    admin admins administrator administrators administration sysadmin superuser moderator moderators moderation mod mods
    moderater moderador moderateur модератор админ администратор staff official webmaster postmaster
    helpdesk gamemaster sysop
"""
# Reserved anywhere in a name: no ordinary name contains them.
_INSIDE = "moderator moderater administrator superuser webmaster"
# At the beginning or end of a name written as one word, like "SiteAdmin"; "Badminton" has it in the middle.
_ENDS = "admin"
# Reserved if nothing else is left of the name.
_ALONE = """
    tefuda house dealer croupier banker banque bot bots robot robots computer cpu npc gm op owner operator host system
    server root support help info security service team developer devs dev player players guest
    guests spectator spectators anonymous nobody everybody everyone null none undefined kanrinin kanrisha unei
"""
_NOISE = "the a an real true and mr mrs ms san sama kun chan easy normal strong hard weak expert my your our"
# Japanese has no spaces between words: reserved anywhere in a name.
_INSIDE_JA = """
    運営 運營 管理人 管理者 管理員 管理局 管理チーム 公式 モデレータ アドミニストレータ スタッフ 事務局
    カスタマーサポート
    ウンエイ ウン営 運エイ カンリニン カンリ人 管理ニン カンリシャ コウシキアカウント ゲームマスター オフィシャル
    运营 管理员 版主 관리자 운영자
"""
# Reserved if nothing else is left.
_ALONE_JA = """
    管理 管理部 コウシキ
    アドミン アドミ モデ 司会 審判 ディーラー ディラー 胴元 親元 ハウス ハウスディーラー ボット ロボット
    コンピュータ コンピューター
    システム サポート サーバ サーバー オーナー ホスト 主催 主催者 テフダ 手札 手札運営 プレイヤー プレーヤー ゲスト
    観戦者 名無し
"""
_NOISE_JA = (
    "サン",
    "サマ",
    "様",
    "クン",
    "君",
    "チャン",
    "氏",
    "ノ",
    "の",
    "ノ人",
    "中ノ人",
    "本物",
    "ホンモノ",
    "担当",
)

_DIGITS = str.maketrans("01345789@$!|+€", "oieastbgasiite")  # digits and signs read as letters
_ONE_STROKE = str.maketrans("l", "i")
_ALIKE_JA = str.maketrans("入丿", "人ノ")
_BOT = re.compile(r"[\s\W_]*(?:bot|ボット|ぼっと)[\s\W_]*", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+|[^\W_]+")


def reserve_names(names: Iterable[str]) -> None:
    """Reserve more names for an app, such as those of bots, in hiragana and katakana alike."""
    for name in names:
        for form in (name, _in_katakana(name)):
            _reserved_folds.add(confusables.fold_name(form))
            _reserved_skeletons.add(confusables.name_skeleton(form))


def is_reserved(name: str) -> bool:
    """Return whether the name is reserved or looks like a reserved one, also with "bot" added."""
    bare = _BOT.sub("", normalize_name(name))
    return any(
        confusables.fold_name(candidate) in _reserved_folds
        or confusables.name_skeleton(candidate) in _reserved_skeletons
        for candidate in (name, bare)
    )


def is_impersonation(name: str) -> bool:
    """Return whether readers would take the name for staff or the site."""
    text = normalize_name(name)
    return _is_japanese_impersonation(text) or _is_english_impersonation(text)


def _is_english_impersonation(text: str) -> bool:
    words = [form for form in (_plain(word) for word in _split(text)) if form]
    whole = _plain("".join(_split(text)))
    if any(word in _STAFF_WORDS for word in words) or any(inside in whole for inside in _INSIDE_WORDS):
        return True
    if any(whole.startswith(end) or whole.endswith(end) for end in _ENDS_WORDS):
        return True
    significant = [word for word in words if word not in _NOISE_WORDS]
    impersonating = _STAFF_WORDS | _ALONE_WORDS
    return bool(significant) and (
        all(word in impersonating for word in significant) or _stripped(whole) in impersonating
    )


def _is_japanese_impersonation(text: str) -> bool:
    plain = "".join(char for char in _in_katakana(text).translate(_ALIKE_JA) if char.isalnum() or char in "ー々")
    if any(inside in plain for inside in _INSIDE_JA.split()):
        return True
    plain = re.sub(r"\d+$", "", plain)
    stem = plain
    for noise in _NOISE_JA:
        stem = stem.removesuffix(noise)
    return {plain, stem} & set(_ALONE_JA.split()) != set()


def _split(text: str) -> list[str]:
    """Split a name into words, also at capitals as in "SiteAdmin". Signs that replace letters stay in their word."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", text)
    return [word for word in re.split(r"[\s_.,:;·•~*#()\[\]{}<>/\\\-–—'\"“”’]+", spaced) if word]


def _plain(word: str) -> str:
    """Return a word as it is read, with letters for the signs that replace them and without trailing digits."""
    trimmed = re.sub(r"(?<=[^\W\d_])\d+$", "", word) or word
    unmarked = "".join(
        char for char in unicodedata.normalize("NFD", trimmed) if not unicodedata.category(char).startswith("M")
    )
    key = confusables.fold_name(unmarked.casefold().translate(_DIGITS))
    return key.translate(_ONE_STROKE)


def _stripped(whole: str) -> str:
    """Drop a leading article from a name written as one word."""
    return re.sub(f"^({_plain('the')}|{_plain('real')})", "", whole)


def _in_katakana(text: str) -> str:
    return "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in text)


def _forms(words: str) -> frozenset[str]:
    return frozenset(_plain(word) for word in words.split())


_STAFF_WORDS, _INSIDE_WORDS, _ENDS_WORDS = _forms(_STAFF), _forms(_INSIDE), _forms(_ENDS)
_ALONE_WORDS, _NOISE_WORDS = _forms(_ALONE), _forms(_NOISE)
_reserved_folds = {confusables.fold_name(name) for name in RESERVED_NAMES}
_reserved_skeletons = {confusables.name_skeleton(name) for name in RESERVED_NAMES}
