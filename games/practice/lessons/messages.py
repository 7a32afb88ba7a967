"""The sentences of lessons, for Babel: `make messages` collects them into the game's catalogue."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

from games.practice.lessons.lesson import label_answer

Message = tuple[int, str, str, list[str]]


def extract(
    file: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, str]
) -> Iterator[Message]:
    """Title, sentences and labels of one lesson, each with the line it stands in."""
    text = file.read().decode()
    lines, plain = text.splitlines(), tomllib.loads(text)
    said = [plain["title"]]
    for step in plain["steps"]:
        said += [step["text"], *(answer["text"] for answer in step["answers"])]
        said += [label_answer(answer["name"]) for answer in step["answers"]]
    for sentence in said:  # a label stands nowhere as it is
        number = next((n for n, line in enumerate(lines, 1) if sentence in line), 1)
        yield number, "gettext", sentence, []
