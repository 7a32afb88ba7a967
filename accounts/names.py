"""What a name shown at tables may look like, and friendly ones for guests. Knows no database."""

import re
import secrets
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LENGTH = 24

# What has no shape although Unicode calls it a letter, mark or symbol: fillers, joiners, variation selectors.
_SHAPELESS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

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
_ANIMALS = {
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


def visible(text: str) -> str:
    """`text` without letters, marks and symbols that nobody sees."""
    return _SHAPELESS.sub("", text)


def tidy(text: str) -> str:
    """A name as it is kept: compatibility forms folded, trimmed, single spaces; 1–24 characters, none invisible.

    Raises ValidationError. Folding (NFKC), refusing control and format characters (Unicode category C: line breaks,
    direction overrides, zero-width ones) and dropping those without a shape keep one person from posing as another.
    """
    if any(unicodedata.category(char).startswith("C") for char in text.strip()):
        raise ValidationError(_("A name can't contain control characters."), code="control")
    name = " ".join(unicodedata.normalize("NFKC", visible(text)).split())
    if not 1 <= len(name) <= LENGTH:
        raise ValidationError(_("A name has 1 to %(most)d characters."), code="length", params={"most": LENGTH})
    return name


def numbered(name: str, number: int) -> str:
    """`name` with a number behind it, cut so that both fit."""
    return f"{name[: LENGTH - 1 - len(str(number))]} {number}"


def friendly(language: str) -> str:
    """A random name for a guest, in Japanese or else in English."""
    known = "ja" if language.startswith("ja") else "en"
    return ("" if known == "ja" else " ").join(
        secrets.choice(words[known].split()) for words in (_ADJECTIVES, _ANIMALS)
    )
