"""Babel extractor for lessons and worked rounds: `make messages` collects their sentences into the game's catalog."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

from games.practice.lessons.lesson import label_answer

Message = tuple[int, str, str, list[str]]


def extract(
    file: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, str]
) -> Iterator[Message]:
    """Yield title, sentences and labels of a lesson or worked round, each with its line number."""
    text = file.read().decode()
    lines, plain = text.splitlines(), tomllib.loads(text)
    sentences = [plain["title"]] if "title" in plain else []
    for step in plain["steps"]:
        answers = step.get("answers", ())
        sentences += [step["text"], *(answer["text"] for answer in answers)]
        sentences += [label_answer(answer["name"]) for answer in answers]
    for sentence in sentences:  # labels are derived, so they aren't found in the file
        number = next((n for n, line in enumerate(lines, 1) if sentence in line), 1)
        yield number, "gettext", sentence, []
