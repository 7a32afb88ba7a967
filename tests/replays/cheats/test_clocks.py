"""Every cheat with clocks, banks and the end of a match is found by audit and verify_match.pyz."""

import pytest

from games.engine.serialization.canonical_json import dump_canonical
from games.replays.audit.foreign_record import parse_event_rows, parse_table_row
from games.replays.audit.run import run_audit
from games.replays.standalone.verify_match import CANT_TELL, NO, YES, check_record
from tests.replays.cheats.clocks import CHEATS, DAILY, HONEST, THREE_DAYS
from tests.replays.cheats.timed import TimedMatch
from tests.replays.record_checker import verify

every_cheat = pytest.mark.parametrize("cheat", CHEATS, ids=[cheat.name for cheat in CHEATS])
every_honest = pytest.mark.parametrize("make", [make for _, make in HONEST], ids=[name for name, _ in HONEST])


def audit(record):
    rows = parse_event_rows(record)
    return run_audit(parse_table_row(record, rows), rows, bots=False)


@every_honest
def test_what_is_honest_agrees(make):
    record = make().seal()
    assert audit(record).first_mismatch is None
    verdict = check_record(dump_canonical(record))
    assert verdict.code == YES, verdict.text
    assert verify(record) is None


@every_cheat
def test_it_is_named(cheat):
    record = cheat.make().seal()
    first = audit(record).first_mismatch
    assert first is not None
    assert (first.name, first.why) == (cheat.answer, cheat.why)
    verdict = check_record(dump_canonical(record))
    assert verdict.code == NO
    assert verdict.text.startswith(f"NO: event {first.event} ("), verdict.text


def test_each_has_a_name_of_its_own():
    names = [cheat.name for cheat in CHEATS]
    assert len(names) == len(set(names)) > 50


@pytest.mark.parametrize("missing", ["time_left", "charged"])
def test_what_is_not_stated_can_t_be_told(missing):
    """The previous release, running next to today's during an update, records nothing about banks."""
    match = TimedMatch(THREE_DAYS)
    match.write_times()
    event = next(event for event in match.events if missing in event["body"]["data"])
    del event["body"]["data"][missing]
    record = match.seal()
    clocks = next(answer for answer in audit(record).answers if answer.name == "clocks")
    assert (clocks.outcome, clocks.why) == ("not-run", "clock-unstated")
    assert audit(record).verdict == "partly"
    verdict = check_record(dump_canonical(record))
    assert (verdict.code, verdict.text.startswith("Can't tell: all but the clocks agrees")) == (CANT_TELL, True)


@pytest.mark.parametrize("version", [1, 3, "2", True, None])
def test_another_log_can_t_be_told(version):
    match = TimedMatch(DAILY)
    match.write_times()
    match.events[0]["body"]["data"]["log"] = version
    verdict = check_record(dump_canonical(match.seal()))
    assert verdict.code == CANT_TELL
    assert "this file does not know such a log" in verdict.text


def test_an_older_log_is_judged_by_the_older_rule():
    """It records nothing, so an early timeout with a bank can't be distinguished from a correct one."""
    match = TimedMatch(THREE_DAYS)
    match.let_clock_decide(THREE_DAYS.full_bank)
    match.write_times()
    del match.events[0]["body"]["data"]["log"]
    for event in match.events:
        for name in ("time_left", "charged"):
            event["body"]["data"].pop(name, None)
    verdict = check_record(dump_canonical(match.seal()))
    assert verdict.code == YES
    assert "Its clocks were judged by the rule of older records" in verdict.text
