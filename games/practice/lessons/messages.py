"""The sentences of lessons and worked rounds, for Babel: `make messages` collects them into the game's catalogue."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

from games.practice.lessons.lesson import label_answer

Message = tuple[int, str, str, list[str]]


def extract(
    file: BinaryIO, keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, str]
) -> Iterator[Message]:
    """Title, sentences and labels of one lesson or worked round, each with the line it stands in."""
    text = file.read().decode()
    lines, plain = text.splitlines(), tomllib.loads(text)
    said = [plain["title"]] if "title" in plain else []
    for step in plain["steps"]:
        answers = step.get("answers", ())
        said += [step["text"], *(answer["text"] for answer in answers)]
        said += [label_answer(answer["name"]) for answer in answers]
    for sentence in said:  # a label stands nowhere as it is
        number = next((n for n, line in enumerate(lines, 1) if sentence in line), 1)
        yield number, "gettext", sentence, []
