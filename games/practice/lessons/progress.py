"""Lesson progress as a short text that is stored on the device: `hearts.first-trick.2:hearts.the-moon.3`."""

import re
from collections.abc import Mapping

from games.practice.lessons.lesson import Lesson

Progress = Mapping[tuple[str, str], int]  # steps done, by game and lesson
MAX_LENGTH = 3000
_ENTRY = re.compile(r"([a-z0-9_]+)\.([a-z0-9-]+)\.([0-9]{1,2})")


def decode_progress(text: str) -> dict[tuple[str, str], int]:
    """Parse progress, ignoring invalid entries.

    >>> decode_progress("hearts.first-trick.2:nonsense:bridge.bidding.1")
    {('hearts', 'first-trick'): 2, ('bridge', 'bidding'): 1}
    """
    entries = filter(None, map(_ENTRY.fullmatch, text[:MAX_LENGTH].split(":")))
    return {(entry[1], entry[2]): int(entry[3]) for entry in entries}


def encode_progress(progress: Progress) -> str:
    """
    >>> encode_progress({("hearts", "first-trick"): 2, ("bridge", "bidding"): 1})
    'hearts.first-trick.2:bridge.bidding.1'
    """
    return ":".join(f"{slug}.{name}.{count}" for (slug, name), count in progress.items())


def add_step(progress: Progress, lesson: Lesson, n: int) -> dict[tuple[str, str], int]:
    """Return the progress after step `n` of a lesson was answered correctly."""
    key = (lesson.slug, lesson.name)
    return {**progress, key: max(progress.get(key, 0), n)}


def merge_progress(first: Progress, second: Progress) -> dict[tuple[str, str], int]:
    """Return the greater progress of both, for each lesson.

    >>> merge_progress({("hearts", "first-trick"): 2}, {("hearts", "first-trick"): 1, ("bridge", "bidding"): 1})
    {('hearts', 'first-trick'): 2, ('bridge', 'bidding'): 1}
    """
    return {key: max(first.get(key, 0), second.get(key, 0)) for key in {**first, **second}}


def get_next_step(progress: Progress, lesson: Lesson) -> int:
    """Return the step to continue with; the first if none or all are done."""
    count = count_done(progress, lesson)
    return 1 if count == len(lesson.steps) else count + 1


def count_done(progress: Progress, lesson: Lesson) -> int:
    """Return the number of completed steps."""
    return min(progress.get((lesson.slug, lesson.name), 0), len(lesson.steps))
