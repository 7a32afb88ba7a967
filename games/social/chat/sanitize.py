r"""Sanitising of text that people write. Doesn't use the database.

>>> sanitize_text("  Hello\nthere  ")
'Hello there'
>>> sanitize_text("abc\u202edef\u200b") == "abcdef"
True
"""

import re
import unicodedata

from accounts.names.display_names import strip_invisible

JOINER = "\u200d"  # joins the parts of an emoji; separates letters in some scripts
# Control, format (direction overrides, tags, zero-width), surrogate, private use, unassigned.
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
_TOWER = re.compile(r"([^\W\d_]?[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]{2})"
                    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]+")  # fmt: skip


def sanitize_text(text: str) -> str:
    """Return `text` on one line, without invisible or disruptive characters; "" if nothing is left."""
    one_line = " ".join(text.split())
    visible = "".join(char for char in one_line if char == JOINER or unicodedata.category(char) not in _UNSEEN)
    visible = " ".join(_TOWER.sub(r"\1", unicodedata.normalize("NFC", visible)).split())
    return visible if strip_invisible(visible.replace(JOINER, "")).strip() else ""
