"""Earlier records are shown, verified and replayed by today's code."""

from pathlib import Path

import pytest

from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.replays.audit.run import run_audit
from games.tables.storage.snapshots import decode_snapshots
from tests.replays.records.files import event_rows, paths, read, table_row

RECORDS = pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)


def test_every_title_has_a_record() -> None:
    assert {path.name.split("-")[0] for path in paths()} == set(registry.list_metadata())


@RECORDS
def test_it_is_played_anew_and_comes_out_the_same(path: Path) -> None:
    """The columns of the database are not in it; bots may have learnt."""
    record = read(path)
    report = run_audit(table_row(record), event_rows(record), bots=False)
    outcomes = {answer.name: (answer.outcome, answer.why) for answer in report.answers}
    assert {name: outcomes[name] for name in ("log", "rules")} == {"log": ("agrees", ""), "rules": ("agrees", "")}
    assert outcomes["frames"] == ("differs", "position")  # the end: a record has no row for the table's position


@RECORDS
def test_every_position_is_a_view_for_every_seat(path: Path) -> None:
    record = read(path)
    title, snapshots = registry.get_game(record["title"]), list[tuple[str, bool]]()
    for event in record["events"]:
        for happening in parse_json(event["body"])["happenings"]:
            assert title.read_happening(happening["what"]).type == happening["what"]["type"]
        if not event["frame"]:
            continue
        snapshots = [*([] if event["keyframe"] else snapshots), (event["frame"], event["keyframe"])]
        frame = decode_snapshots(snapshots)
        for seat in (None, *range(record["seats"])):
            assert title.read_view(frame, seat).seat == seat
