"""Where the look lives."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "config" / "static" / "site"
OTHERS = ("account", "accounts", "admin")


def site_templates() -> list[Path]:
    """The templates of the house itself: not the titles', the account pages' or the admin's."""
    folder = ROOT / "templates"
    return [path for path in sorted(folder.rglob("*.html")) if path.relative_to(folder).parts[0] not in OTHERS]


def all_templates() -> list[Path]:
    """Every template a page of ours may be made of."""
    folders = [ROOT / "templates", ROOT / "games", ROOT / "accounts"]
    return sorted(path for folder in folders for path in folder.rglob("*.html")) + board_templates()


def board_templates() -> list[Path]:
    """The templates that boards are drawn with."""
    return sorted((ROOT / "games").rglob("*.jinja"))
