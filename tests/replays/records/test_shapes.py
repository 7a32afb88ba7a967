"""A game's values change their shape; earlier data is still shown, verified and replayed.

A change of shape gets an `upgrade`, or a default. A record keeps the shape it was written in.
"""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.errors import InvalidPayloadError
from games.engine.game import AddressedHappening, AnyGame, Step
from games.engine.serialization.canonical_json import parse_json
from games.engine.serialization.values import frozen_dataclass
from games.engine.state import State
from games.replays.audit.report import YES
from games.replays.audit.run import run_audit
from tests.contract.toys import toy
from tests.contract.toys.toy import GAME, ToyRules
from tests.replays.records.written import match_written

OPTIONS = {"rules": 1, "rounds": 2}


@frozen_dataclass
class Moody(toy.Public):
    """A field more than before, with a default."""

    mood: int = 0


class MoodyRules(ToyRules):
    def setup(self, options: Any, seats: int) -> Any:
        state = super().setup(options, seats)
        public = Moody(**{name: getattr(state.public, name) for name in toy.Public.__dataclass_fields__})
        return replace(state, public=public)


class Bids(toy.Happening):
    """A field more than before, with a default."""

    seat: int
    coins: int
    loud: bool = False


class LoudRules(ToyRules):
    def bid(self, state: Any, seat: int, coins: int) -> Any:
        step = super().bid(state, seat, coins)
        return Step(step.state, (AddressedHappening(Bids(seat, coins)),))


def without_mood(kind: str, plain: Any) -> Any:
    """The game that has lost a field ignores it in older data."""
    if kind != "state" or "mood" not in plain["public"]:
        return plain
    return plain | {"public": {name: part for name, part in plain["public"].items() if name != "mood"}}


def by_rules(rules: Any, **changes: Any) -> AnyGame:
    """The toy title with other rules."""
    return replace(PLAIN, rules=rules, **changes)


PLAIN: AnyGame = GAME  # type: ignore[assignment]
MOODY = by_rules(MoodyRules(), state_class=State[Moody, toy.Own, toy.Hidden])
FORGETFUL: AnyGame = replace(PLAIN, upgrade=without_mood)
LOUD = by_rules(LoudRules(), happenings=tuple(Bids if kind is toy.Bids else kind for kind in PLAIN.happenings))


@pytest.mark.parametrize(
    ("before", "now"),
    [(PLAIN, PLAIN), (PLAIN, MOODY), (MOODY, FORGETFUL), (PLAIN, LOUD)],
    ids=["no change", "a field added with a default", "a field removed", "a field added to a happening"],
)
def test_what_was_written_before_holds(before: AnyGame, now: AnyGame) -> None:
    table, events = match_written(before, OPTIONS, 2)
    report = run_audit(table, events, bots=False, game=now)
    answers = {answer.name: (answer.outcome, answer.why) for answer in report.answers}
    assert {answers[name] for name in ("log", "rules", "frames")} == {("agrees", "")}, answers


def test_a_field_removed_without_an_upgrade_is_unreadable() -> None:
    table, events = match_written(MOODY, OPTIONS, 2)
    frame = next(event.frame for event in events if event.keyframe)
    with pytest.raises(InvalidPayloadError):
        PLAIN.read_state(parse_json(frame))
    assert FORGETFUL.read_view(parse_json(frame), 0).seat == 0
    assert run_audit(table, events, bots=False, game=PLAIN).verdict != YES


def test_rules_that_play_otherwise_are_still_noticed() -> None:
    class Generous(ToyRules):
        def settle(self, state: Any) -> Any:
            step = super().settle(state)
            return replace(step, happenings=step.happenings[:-1])

    table, events = match_written(PLAIN, OPTIONS, 2)
    now = by_rules(Generous())
    answers = {answer.name: answer.why for answer in run_audit(table, events, bots=False, game=now).answers}
    assert answers["rules"] == "happenings"
