"""Where the golden playthroughs lie, and which matches a new title begins with."""

from collections.abc import Iterator
from pathlib import Path

from tests.contract.subject import Setup, Subject
from tests.golden.transcript import transcript

FOLDER = Path(__file__).parent
FILES = 3
EVENTS = 20  # a match with fewer shows too little
SIZE = 60_000  # a file that nobody would read is no use either


def paths(slug: str) -> list[Path]:
    return sorted((FOLDER / slug).glob("*.txt"))


def chosen(subject: Subject) -> Iterator[tuple[Setup, str]]:
    """The first setups of the title, each with a match of a readable length."""
    for setup in subject.setups[:FILES]:
        texts = (transcript(subject, setup, seed) for seed in range(1, 200))
        yield setup, next(text for text in texts if text.count("\n#") > EVENTS and len(text.encode()) < SIZE)
