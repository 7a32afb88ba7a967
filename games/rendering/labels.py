"""What the levels of bots are called."""

from games.engine.localized_text import Text

LEVELS = {"beginner": Text("初級", "beginner"), "normal": Text("中級", "normal"), "strong": Text("上級", "strong")}


def level_name(code: str, language: str) -> str:
    """A level in words; one that has none is called by its code."""
    return LEVELS[code][language] if code in LEVELS else code
