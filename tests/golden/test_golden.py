"""Golden playthroughs: every answer of the contract, event by event, is what it was. See `python -m tests.golden`."""

from difflib import unified_diff

import pytest

from tests.contract.subject import slugs, subject
from tests.contract.toys.broken_play import broken
from tests.contract.toys.subject import SUBJECT
from tests.golden.files import paths
from tests.golden.transcript import read_header, transcript

LIMIT = 150_000  # bytes


@pytest.mark.parametrize("slug", slugs())
def test_nothing_has_changed(slug: str) -> None:
    assert len(paths(slug)) >= 2, f"no golden playthroughs: python -m tests.golden {slug}"
    for path in paths(slug):
        golden = path.read_text()
        setup, seed = read_header(golden.splitlines()[0])
        now = transcript(subject(slug), setup, seed)
        changed = unified_diff(golden.splitlines(), now.splitlines(), f"golden/{slug}/{path.name}", "now", lineterm="")
        assert golden == now, "\n".join(list(changed)[:60])
        assert len(golden.encode()) < LIMIT


def test_a_transcript_is_the_same_each_time() -> None:
    assert transcript(SUBJECT, SUBJECT.setups[1], 1) == transcript(SUBJECT, SUBJECT.setups[1], 1)


@pytest.mark.parametrize("name", ["PaysTooMuch", "AcceptsMore", "TellsTheFirst", "WinsTooSoon"])
def test_a_transcript_shows_a_changed_answer(name: str) -> None:
    setup = SUBJECT.setups[0]
    assert transcript(broken[name][1], setup, 3) != transcript(SUBJECT, setup, 3)
