"""A bar for commands that take a while."""

from django.core.management.base import OutputWrapper

BAR = 40


def progress(out: OutputWrapper, done: int, total: int) -> None:
    """A bar on one line of a terminal; nothing elsewhere. It is wiped when all is done."""
    if not out.isatty():
        return
    filled = BAR * done // total
    bar = f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"
    out.write(bar if done < total else f"\r{' ' * len(bar)}\r", style_func=str, ending="")
    out.flush()
