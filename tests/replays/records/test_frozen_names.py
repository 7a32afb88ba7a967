"""Stored and exported data keeps its names, whatever the code is called: old records must be readable."""

import json
from typing import Any

from tests.replays.records.frozen_names import NAMES, frozen_names


def list_lost_names(old: Any, new: Any, where: str = "") -> list[str]:
    """Return what is in `old` but no longer in `new`. Additions are no loss."""
    if isinstance(old, dict):
        return [
            line
            for key, value in old.items()
            for line in (list_lost_names(value, new[key], f"{where}/{key}") if key in new else [f"{where}/{key}"])
        ]
    if isinstance(old, list):
        return [f"{where}/{entry}" for entry in old if entry not in new]
    return [] if old == new else [f"{where}: {old} is {new} now"]


def test_no_name_of_a_stored_format_is_lost() -> None:
    assert list_lost_names(json.loads(NAMES.read_text(encoding="utf-8")), frozen_names()) == []


def test_every_name_is_kept() -> None:
    """A new name is added by `python -m tests.replays.records.frozen_names`."""
    assert list_lost_names(frozen_names(), json.loads(NAMES.read_text(encoding="utf-8"))) == []


def test_what_is_lost_is_seen() -> None:
    names = {"sdc": {"moves": {"bid": ["coins"]}, "deck": "D"}, "kinds": ["move", "house"]}
    assert list_lost_names(names, {"sdc": {"moves": {"bid": ["chips"]}, "deck": "D"}, "kinds": ["house"]}) == [
        "/sdc/moves/bid/coins",
        "/kinds/move",
    ]
    assert list_lost_names(names, {"sdc": {"moves": {}, "deck": "E"}, "kinds": ["move", "house", "x"]}) == [
        "/sdc/moves/bid",
        "/sdc/deck: D is E now",
    ]
