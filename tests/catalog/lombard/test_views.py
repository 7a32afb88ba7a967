"""What a seat of a Lombard table sees, moment by moment (the sheet's table of hidden information)."""

import pytest

from games.catalog.lombard.determinize import imagine
from games.catalog.lombard.game import GAME
from games.catalog.lombard.hands import Hand
from games.catalog.lombard.state import LombardState
from games.catalog.lombard.view import Own
from games.engine.chance import Rng
from tests.catalog.lombard.positions import CALL, DOUBLE, FOLD, OTHER, begin, house, lay, next_step, play, played

BOARD = "K9 N9 B4 K1 K11"
DEALT = lay("N8 B8", "N2 N3", "K2 N4", board=BOARD)


def holes(state: LombardState, seat: int | None) -> list[tuple[str | None, ...]]:
    return list(GAME.view(state, seat).public.holes)


def test_after_the_deal_a_seat_sees_the_board_and_its_own_cards_only() -> None:
    view = GAME.view(DEALT, 1)
    assert view.public.board == ("K9", "N9", "B4")
    assert (view.own, view.hand) == (Own(("N2", "N3")), Hand("pair", (9,)))
    assert holes(DEALT, 1) == [(None, None)] * 3
    assert GAME.view(DEALT, None).own is None


def test_a_call_opens_the_chosen_card_only() -> None:
    assert holes(play(DEALT, OTHER, DOUBLE), None) == [(None, "B8"), (None, None), (None, None)]


def test_a_showdown_opens_the_hands_still_in_and_no_folded_one() -> None:
    state = play(DEALT, OTHER, FOLD, DOUBLE)
    for _ in range(2):
        state = next_step(state).state
    assert holes(state, None) == [("N8", "B8"), (None, None), ("K2", "N4")]
    hands = GAME.view(state, None).public.hands
    assert hands == (Hand("two-pair", (9, 8)), None, Hand("two-pair", (9, 4)))


def test_who_wins_by_folds_shows_nothing() -> None:
    assert holes(played(DEALT, FOLD, DOUBLE, FOLD), None) == [(None, None)] * 3


def test_the_last_round_stays_in_view_while_the_next_is_dealt() -> None:
    state, _ = house(play(DEALT, CALL, FOLD, DOUBLE))
    public = GAME.view(state, None).public
    assert public.round == 2
    assert holes(state, None) == [(None, None)] * 3
    last = public.last
    assert last is not None
    assert (last.round, last.winner, last.pot, last.board) == (1, 0, 5, tuple(BOARD.split()))
    assert last.actions == ("call", "fold", "double")
    assert [(hand.seat, hand.cards) for hand in last.hands] == [(0, ("N8", "B8")), (2, ("K2", "N4"))]


@pytest.mark.parametrize(("balance", "to_go"), [(8, 8), (-3, 19), (0, 16), (15, 1)])
def test_the_view_tells_how_many_coins_are_missing(balance: int, to_go: int) -> None:
    state = lay("N8 B8", "N2 N3", board=BOARD, balances=(balance, 8))
    assert GAME.view(state, 1).public.to_go[0] == to_go


def test_nothing_is_missing_at_the_end() -> None:
    ended = played(lay("N8 B8", "N2 N3", board=BOARD, balances=(15, 8)), CALL, CALL)
    assert GAME.view(ended, 1).public.to_go[0] == 0


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    view = GAME.view(begin(3), 0)
    assert (view.own, view.hand) == (Own(), None)
    assert holes(begin(3), 0) == [()] * 3
    assert imagine(view, Rng(b"any", "any")) == begin(3)


def test_imagined_worlds_differ_in_what_is_hidden() -> None:
    view = GAME.view(play(DEALT, OTHER), 2)
    worlds = [imagine(view, Rng(b"worlds", str(number))) for number in range(30)]
    assert all(world.own[2].cards == ("K2", "N4") and world.own[0].cards[1] == "B8" for world in worlds)
    assert len({world.own[0].cards[0] for world in worlds}) > 10
    assert len({world.hidden.deck for world in worlds}) == 30
