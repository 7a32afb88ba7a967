"""Hands that are given up: whether they would have won is what playing on to the showdown says."""

from collections import Counter

import pytest

from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.serialization.canonical_json import to_json

TITLES = ("lombard", "dilemma", "sdc", "get9")
PASSIVE = ("call", "check", "split", "choose", "draw", "bid", "open", "all-in")
ENOUGH = 12  # hands given up


def pick_move(title, state, seat, rng, kinds=None):
    """A move at random, or the first of these kinds."""
    legal = title.rules.legal(state, seat)
    part = next((choice for kind in kinds or () if (choice := legal.of(kind))), None)
    while True:
        move = part.sample(rng) if part else legal.sample(rng)
        if not kinds or move.type in kinds:
            return title.rules.apply(state, seat, move).state


def winner_if_played_on(title, state, chance, rng):
    """Return the winner of the hand if no one folds any more."""
    last = state.public.last
    while state.public.last is last or state.public.phase in ("payment", "bank"):
        seat = min(title.rules.waiting_on(state), default=None)
        step = title.rules.advance(state, chance) if seat is None else None
        state = step.state if step else pick_move(title, state, seat, rng, PASSIVE)
    return state.public.last


def wins(slug, outcome, seat):
    if slug == "dilemma":
        best = [hand.seat for hand in outcome.hands if hand.place == 1]
        return best == [seat]
    return outcome.winner == seat


@pytest.mark.parametrize("slug", TITLES)
def test_it_would_have_won(slug):
    """Between two, for there the hand has one winner."""
    title, outcomes = registry.get_game(slug), Counter()
    for match in range(400):
        rng, chance = Rng(b"folds", str(match)), Chance(b"folds %d" % match)
        state = title.rules.setup(title.metadata.clean_options({}), 2)
        while not title.rules.over(state) and outcomes.total() < ENOUGH * (match + 1):
            waiting = title.rules.waiting_on(state)
            if not waiting:
                state = title.rules.advance(state, chance).state
                continue
            seat = min(waiting)
            if title.rules.legal(state, seat).of(title.fold_analysis.FOLD.type):
                for other, would_win in title.fold_analysis.evaluate_fold(state, seat).items():
                    assert other == 1 - seat
                    assert wins(slug, winner_if_played_on(title, state, chance, rng), seat) is would_win, to_json(state)
                    outcomes[would_win] += 1
            state = pick_move(title, state, seat, rng)
        if min(outcomes[True], outcomes[False]) >= ENOUGH:
            return
    raise AssertionError(outcomes)
