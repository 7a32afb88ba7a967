"""Played over days: waiting turns, and a spectator's view."""

import pytest

from games.catalog.crown import rules
from games.catalog.crown.game import GAME
from games.catalog.crown.happenings import HandOpened
from games.catalog.crown.moves import Attack, Bishops, EndTurn, Keep, Move, Nobles, Pick, Reveal, Take, Yield
from games.catalog.crown.state import CrownState
from games.engine.game import Step
from tests.catalog.crown.positions import CHANCE, A, O, draft, played, refused, turn

RICH = "P3 B4 N2 K3"  # every action but the end of the turn could be paid with it
ACTIONS = [Reveal(), Bishops(3), Bishops(4), Nobles(2), Attack(), EndTurn()]


@pytest.mark.parametrize("mode", ["classic", "adjusted"])
def test_the_turn_player_waits_while_the_pick_is_open(mode: str) -> None:
    open_pick = played(draft(RICH, "N2", "K1 N1 B1", mode=mode), (A, Keep("B")))
    assert rules.waiting_on(open_pick) == {O}
    assert not rules.legal(open_pick, A)
    assert {refused(open_pick, A, move) for move in (*ACTIONS, Keep("K"), Pick("K"))} == {"not-your-turn"}
    after = played(open_pick, (O, Pick("N")))
    assert rules.waiting_on(after) == {A}
    assert all(rules.legal(after, A).contains(move) for move in ACTIONS)


def test_only_princes_need_not_wait_where_they_never_do() -> None:
    open_pick = played(draft(RICH, "N2", "K1 N1 B1", reveal_princes_any_time=True), (A, Keep("B")))
    assert [move for move in ACTIONS if rules.legal(open_pick, A).contains(move)] == [Reveal()]


def looked_on(state: CrownState, *moves: tuple[int, Move]) -> list[object]:
    """Yield a spectator's view after every step, and the happenings sent to spectators."""
    log: list[object] = []
    for seat, move in moves:
        while house := rules.advance(state, CHANCE):
            state = _look(house, log)
        state = _look(rules.apply(state, seat, move), log)
    return log


def _look(step: Step, log: list[object]) -> CrownState:
    """A spectator sees only what both players see, and gets only happenings both get."""
    view = GAME.view(step.state, None)
    assert view.own is None
    assert view.public == GAME.view(step.state, A).public == GAME.view(step.state, O).public
    log += [view, [happening.happening for happening in step.happenings if happening.is_visible_to(None)]]
    assert all(
        happening.is_visible_to(A) and happening.is_visible_to(O)
        for happening in step.happenings
        if happening.is_visible_to(None)
    )
    return step.state


def test_spectators_see_nothing_of_a_draft_but_that_it_goes_on() -> None:
    """Nothing of the two passed cards either, although both players know them."""
    first = looked_on(draft("K2", "N2", "K1 N1 B1"), (A, Keep("B")), (O, Pick("N")))
    other = looked_on(draft("N2", "K2", "P1 B2"), (A, Keep("P")), (O, Pick("B")))
    assert first == other


def test_spectators_never_see_the_hand_that_an_attack_opens() -> None:
    """Both see its size and the cards taken from it."""
    first = looked_on(turn("K3", "N2 B1"), (A, Attack()), (O, Yield()), (A, Take("N")))
    other = looked_on(turn("K3", "N2 P1"), (A, Attack()), (O, Yield()), (A, Take("N")))
    assert first == other
    assert HandOpened(O, 3) in [happening for entry in first if isinstance(entry, list) for happening in entry]
