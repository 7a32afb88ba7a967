"""What may be taken back has shown nothing: in any other world that the seat can't tell apart it would see the same."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from games.engine.chance import Chance, Rng
from games.engine.errors import IllegalMoveError
from games.engine.event_kinds import HOUSE, MOVE
from games.engine.game import AnyState, Happening
from games.engine.take_back import is_undoable
from tests.contract.harness import Moment, key, match, text
from tests.contract.subject import Subject, slugs, subject

ME = 0
LONGEST = 12  # events after a decision


class Seen(NamedTuple):
    kind: str
    seat: int | None
    happenings: tuple[Happening, ...]


def describe_event(moment: Moment) -> Seen:
    happenings = tuple(happening.happening for happening in moment.step.happenings if happening.is_visible_to(ME))
    return Seen(HOUSE if moment.seat is None else MOVE, moment.seat, happenings)


def count_undoable(game: Subject, after: Sequence[Moment]) -> int:
    """After how many of the events that followed a decision it can still be taken back."""
    meta = game.title.metadata
    return next(
        (n for n, moment in enumerate(after) if not is_undoable([describe_event(moment)], ME, meta)), len(after)
    )


def replay(game: Subject, world: AnyState, moments: Sequence[Moment]) -> AnyState | None:
    """Replay the same decisions in another world; None where one isn't possible."""
    state, rules, chance = world, game.title.rules, Chance(key(99))
    for moment in moments:
        try:
            if moment.seat is None or moment.move is None:
                step = rules.advance(state, chance)
            else:
                step = rules.apply(state, moment.seat, moment.move)
        except IllegalMoveError:
            return None
        assert step is not None
        state = step.state
    return state


@pytest.mark.parametrize("slug", slugs())
def test_nothing_hidden_was_shown(slug: str) -> None:
    game, compared, followed = subject(slug), 0, 0
    for setup in game.setups:
        rng, moments = Rng(b"take back", str(setup)), list(match(game, setup, 3))
        for at, moment in enumerate(moments):
            if moment.seat != ME or moment.before is None:
                continue
            after = moments[at + 1 : at + 1 + LONGEST]
            end = at + 1 + count_undoable(game, after)
            world = game.reshuffle(moment.before, ME, rng)
            other_state = replay(game, world, moments[at:end])
            if other_state is None or world == moment.before:
                continue
            compared, followed = compared + 1, followed + (end > at + 1)
            assert text(game.title.view(other_state, ME)) == text(game.title.view(moments[end - 1].state, ME)), (
                moment.move
            )
    assert compared > 20
    assert followed > 0
