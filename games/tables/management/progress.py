"""Progress bar for management commands."""

from django.core.management.base import OutputWrapper

BAR = 40


def progress(out: OutputWrapper, count: int, total: int) -> None:
    """Draw a progress bar on one line of a terminal, or nothing elsewhere. Cleared when done."""
    if not out.isatty():
        return
    filled = BAR * count // total
    bar = f"\r[{'#' * filled}{'.' * (BAR - filled)}] {count}/{total}"
    out.write(bar if count < total else f"\r{' ' * len(bar)}\r", style_func=str, ending="")
    out.flush()
