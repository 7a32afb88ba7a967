"""Rules for display names, and friendly names for guests. Doesn't use the database."""

import re
import secrets
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_LENGTH = 24

FORMER_PLAYER = ("Former player", "元プレイヤー")  # the name of deleted accounts
RESERVED_NAMES = (*FORMER_PLAYER, "You", "あなた")  # no one may take them; pages call their reader by the last two
IMPERSONATION_ERROR = _("With this name you could be mistaken for staff, the site or a bot. Please choose another one.")
MIXED_SCRIPTS_ERROR = _("This name mixes letters of several alphabets within a word. Please write each word in one.")

# Invisible characters that Unicode calls letters, marks or symbols. Selectors come with emoji and kanji, so they are
# dropped; blank letters are refused.
_SELECTORS = re.compile("[\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_BLANKS = re.compile("[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00013441\U00013442\U00016fe4\U0001d159]")
# Between two emoji a joiner makes one picture of them, as in "woman astronaut"; skin tones come before it.
_EMOJI = "[\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff]"
_EMOJI_JOINER = re.compile(f"(?<={_EMOJI})\u200d(?={_EMOJI})")
_STRIKES = re.compile("[\u0334-\u0338\u20d0-\u20f0]")  # strike a letter through or frame it; no script needs them
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]")
_MAX_ACCENTS = 2  # per letter beyond what NFKC composes: Vietnamese, Yoruba and Lithuanian need one
_MAX_MARKS = 4  # non-spacing marks, as in UTS #39; Hebrew, Thai, Myanmar and Tibetan need two to four
_UNMIXABLE_SCRIPTS = (
    "LATIN",
    "CYRILLIC",
    "GREEK",
    "ARMENIAN",
    "CHEROKEE",
    "COPTIC",
    "GEORGIAN",
    "HEBREW",
    "ARABIC",
    "DESERET",
    "LISU",
)
_VOICED_KANA = re.compile("[ぁ-ゖァ-ヺ][\u3099\u309a]")

_ADJECTIVES = {
    "en": (
        "Amber Brave Breezy Bright Calm Cheerful Clever Cosy Curious Dapper Daring Drowsy Eager Gentle Golden "
        "Happy Hasty Jolly Lucky Mellow Merry Misty Modest Nimble Patient Polite Quiet Silver Snowy Steady "
        "Sunny Witty"
    ),
    "ja": (
        "あかるい あたたかい いさましい うららかな おしゃれな おだやかな おちゃめな かがやく かしこい "
        "かろやかな きさくな きまぐれな げんきな さわやかな しずかな しなやかな しんちょうな すばやい "
        "すなおな たのもしい つよきな のどかな のんきな ひかえめな ひょうきんな ほがらかな まじめな "
        "まったりな みやびな やさしい ゆうかんな ゆかいな"
    ),
}
ANIMALS = {
    "en": (
        "Badger Bear Beaver Cat Cormorant Crab Crane Deer Dolphin Falcon Fox Frog Gecko Hare Heron Kingfisher "
        "Lynx Magpie Marten Mole Otter Owl Panda Pheasant Plover Seal Sparrow Squirrel Swallow Tanuki Turtle "
        "Whale"
    ),
    "ja": (
        "アザラシ アナグマ イタチ イルカ ウサギ ウミガメ カエル カササギ カニ カモシカ カワウソ カワセミ "
        "キジ キツネ クジラ クマ サギ シカ スズメ タヌキ チドリ ツバメ ツル テン ネコ ハヤブサ パンダ "
        "フクロウ ムササビ モグラ ヤモリ リス"
    ),
}


def strip_invisible(text: str) -> str:
    """Return `text` without invisible letters, marks and symbols."""
    return _BLANKS.sub("", _SELECTORS.sub("", text))


def normalize_name(text: str) -> str:
    """Return `text` folded (NFKC), without invisible characters, with single spaces and trimmed."""
    return " ".join(unicodedata.normalize("NFKC", strip_invisible(text)).split())


def clean_display_name(text: str, max_length: int = MAX_LENGTH) -> str:
    """Return a name as it is stored: folded, with 1 to `max_length` visible characters.

    Raises ValidationError. Folding (NFKC) keeps names distinct. Control and format characters (Unicode category C: line
    breaks, direction overrides, tags, zero-width characters except joiners between emoji), blank letters and stacks of
    marks are refused.
    """
    visible = _EMOJI_JOINER.sub("", _SELECTORS.sub("", text.strip()))
    if any(unicodedata.category(char).startswith("C") for char in visible) or _BLANKS.search(text):
        raise ValidationError(_("A name can't contain invisible or control characters."), code="control")
    name = normalize_name(text)
    if not 1 <= len(name) <= max_length:
        raise ValidationError(_("A name has 1 to %(most)d characters."), code="length", params={"most": max_length})
    if _overloaded(name):
        raise ValidationError(_("This name has too many marks above, below or across its letters."), code="marks")
    if any(len(_alphabets(word)) > 1 for word in name.split()):
        raise ValidationError(MIXED_SCRIPTS_ERROR, code="mixed")
    return name


def _alphabets(word: str) -> set[str]:
    """Return the alphabets in a word that ordinary words don't mix; kana, kanji and others go with any."""
    names = (unicodedata.name(char, "").partition(" ")[0] for char in word if char.isalpha())
    return {name for name in names if name in _UNMIXABLE_SCRIPTS}


def _overloaded(name: str) -> bool:
    """Return whether a folded name has marks no script needs: stacks, strikes, marks on nothing, repeated marks."""
    letter, marks = "", ""
    for char in name:
        if not unicodedata.category(char).startswith("M"):
            letter, marks = char, ""
        elif char in marks or not _can_carry_marks(letter, marks + char):
            return True
        else:
            marks += char
    return False


def _can_carry_marks(letter: str, marks: str) -> bool:
    """Return whether `letter`, or another character before the marks, can carry them."""
    if not letter.isalpha() or _STRIKES.search(marks):
        return False
    if sum(unicodedata.category(mark) == "Mn" for mark in marks) > _MAX_MARKS:
        return False
    if marks[-1] in "\u3099\u309a":
        return bool(_VOICED_KANA.fullmatch(letter + marks))
    return len(_ACCENTS.findall(marks)) <= _MAX_ACCENTS


def append_number(name: str, number: int) -> str:
    """Append a number to `name`, cut so that both fit."""
    return f"{name[: MAX_LENGTH - 1 - len(str(number))]} {number}"


def random_friendly_name(language: str) -> str:
    """Return a random name for a guest, in Japanese or else in English."""
    name_language = "ja" if language.startswith("ja") else "en"
    return ("" if name_language == "ja" else " ").join(
        secrets.choice(words[name_language].split()) for words in (_ADJECTIVES, ANIMALS)
    )
