"""Progress bar for management commands."""

from django.core.management.base import OutputWrapper

BAR = 40


def progress(out: OutputWrapper, done: int, total: int) -> None:
    """Draw a progress bar on one line of a terminal, or nothing elsewhere. Cleared when done."""
    if not out.isatty():
        return
    filled = BAR * done // total
    bar = f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"
    out.write(bar if done < total else f"\r{' ' * len(bar)}\r", style_func=str, ending="")
    out.flush()
