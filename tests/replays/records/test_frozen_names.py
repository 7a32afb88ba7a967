"""Stored and exported data keeps its names, whatever the code is called: old records must be readable."""

import json
from typing import Any

from tests.replays.records.frozen_names import NAMES, frozen_names


def lost(kept: Any, now: Any, where: str = "") -> list[str]:
    """Return what is in `kept` but no longer in `now`. Additions are no loss."""
    if isinstance(kept, dict):
        return [
            line
            for key, value in kept.items()
            for line in (lost(value, now[key], f"{where}/{key}") if key in now else [f"{where}/{key}"])
        ]
    if isinstance(kept, list):
        return [f"{where}/{one}" for one in kept if one not in now]
    return [] if kept == now else [f"{where}: {kept} is {now} now"]


def test_no_name_of_a_stored_format_is_lost() -> None:
    assert lost(json.loads(NAMES.read_text(encoding="utf-8")), frozen_names()) == []


def test_every_name_is_kept() -> None:
    """A new name is added by `python -m tests.replays.records.frozen_names`."""
    assert lost(frozen_names(), json.loads(NAMES.read_text(encoding="utf-8"))) == []


def test_what_is_lost_is_seen() -> None:
    kept = {"sdc": {"moves": {"bid": ["coins"]}, "deck": "D"}, "kinds": ["move", "house"]}
    assert lost(kept, {"sdc": {"moves": {"bid": ["chips"]}, "deck": "D"}, "kinds": ["house"]}) == [
        "/sdc/moves/bid/coins",
        "/kinds/move",
    ]
    assert lost(kept, {"sdc": {"moves": {}, "deck": "E"}, "kinds": ["move", "house", "x"]}) == [
        "/sdc/moves/bid",
        "/sdc/deck: D is E now",
    ]
