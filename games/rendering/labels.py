"""Names of the bots' levels."""

from games.engine.localized_text import Text

LEVELS = {"beginner": Text("初級", "beginner"), "normal": Text("中級", "normal"), "strong": Text("上級", "strong")}


def level_name(code: str, language: str) -> str:
    """Return a level's name, or its code if it has none."""
    return LEVELS[code][language] if code in LEVELS else code
