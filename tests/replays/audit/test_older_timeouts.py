"""Logs from before banks were stated: the older rule, and nothing more."""

from datetime import timedelta

import pytest

from games.engine.serialization.canonical_json import dump_canonical
from games.replays.standalone.verify_match import NO, YES, check_record
from tests.replays.cheats.clocks import DAILY, NO_CLOCK, THREE_DAYS
from tests.replays.cheats.timed import DAY, HOUR, SECOND, TimedMatch


def seal_older(match: TimedMatch) -> str:
    """The record as a release before would have written it."""
    del match.events[0]["body"]["data"]["log"]
    for event in match.events:
        for name in ("time_left", "charged"):
            event["body"]["data"].pop(name, None)
    return dump_canonical(match.seal())


def let_time_run_out(control, time: timedelta) -> TimedMatch:
    match = TimedMatch(control)
    match.let_clock_decide(time)
    match.write_times()
    return match


@pytest.mark.parametrize(("control", "time"), [(DAILY, DAY), (THREE_DAYS, SECOND), (NO_CLOCK, SECOND)])
def test_what_the_older_rule_takes(control, time):
    """The bank isn't recorded, so time may have run out immediately."""
    verdict = check_record(seal_older(let_time_run_out(control, time)))
    assert verdict.code == YES, verdict.text
    assert "judged by the rule of older records" in verdict.text


def test_time_that_was_up_too_soon():
    verdict = check_record(seal_older(let_time_run_out(DAILY, HOUR)))
    assert verdict.code == NO
    assert verdict.text.endswith("the deadline doesn't follow from the clock")


def test_a_bot_that_came_too_soon():
    match = let_time_run_out(DAILY, DAY)
    match.put_after(match.target, "seat-to-bot", "clock", SECOND, seat=match.seat, data={"level": "normal"})
    match.write_times()
    assert check_record(seal_older(match)).code == NO


def test_statements_of_a_table_set_up_before_the_update_are_taken_as_they_are():
    match = let_time_run_out(THREE_DAYS, SECOND)
    del match.events[0]["body"]["data"]["log"]
    match.body["data"]["charged"] = 10**9
    assert check_record(dump_canonical(match.seal())).code == YES
