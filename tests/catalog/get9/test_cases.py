"""The worked cases of the rules sheet, one test each."""

from dataclasses import replace

import pytest

from games.catalog.get9 import rules
from games.catalog.get9.cards import DECK, beats
from games.catalog.get9.happenings import CarriedOver, GameEnded, MatchBegan, Won
from games.catalog.get9.moves import Open
from games.catalog.get9.payment import settle_pots
from games.catalog.get9.state import Get9State
from games.catalog.get9.types import Round, Status
from games.engine.legal_moves import Amount
from tests.catalog.get9.positions import (
    CALL,
    CHECK,
    DULL,
    FOLD,
    OPEN,
    RAISE,
    A,
    B,
    C,
    betting,
    cards,
    changed,
    housed,
    play,
    refused,
    split,
    start,
    until_asked,
)
from tests.catalog.states import but


def first_round(dealer: str, *piles: str, played: str) -> Round:
    """Return the cards opened in round 1 with these first piles."""
    splits = [pile + " " + rest(pile) for pile in piles]
    return cards(split(start(len(piles)), f"{dealer} {rest(dealer)}", *splits), played).public.rounds[0]


def rest(pile: str) -> str:
    """The other six cards as two piles."""
    other_cards = [card for card in DECK if card not in pile]
    return "".join(other_cards[:3]) + " " + "".join(other_cards[3:])


def test_a1_card_order_from_the_booklet() -> None:
    assert beats("9", "8")
    assert not beats("9", "1")
    assert beats("1", "9")
    assert not beats("1", "2")
    assert not beats("5", "5")
    assert beats("8", "1")
    assert [sum(beats(card, other) for other in DECK) for card in DECK] == [1, 1, 2, 3, 4, 5, 6, 7, 7]


def test_a2_round_points() -> None:
    opened = first_round("462", "931", "682", "754", played="967")
    assert opened.dealer == "6"
    assert opened.points == (4, 0, 9)
    assert opened.others == (("1", "3"), (), ("4", "5"))
    assert (opened.dealer_points, opened.dealer_others) == (0, ())


def test_a3_dealer_shows_9() -> None:
    opened = first_round("395", "187", "942", "863", played="198")
    assert opened.dealer == "9"
    assert opened.points == (15, 0, 0)
    assert opened.dealer_points == 0


def test_a4_dealer_shows_1() -> None:
    opened = first_round("816", "912", "934", "956", played="999")
    assert opened.points == (0, 0, 0)
    assert (opened.dealer_points, opened.dealer_others) == (14, ("8", "6"))


def test_a5_dealer_higher_than_all() -> None:
    opened = first_round("286", "512", "314", "712", played="537")
    assert opened.points == (0, 0, 0)
    assert opened.dealer_points == 8


def round_one() -> Get9State:
    """A6: the betting of round 1, to its end."""
    state = split(start(), "123 456 789", DULL, DULL, DULL)
    return play(cards(state, "333"), (A, OPEN[1]), (B, RAISE[2]), (C, CALL), (A, CALL))


def test_a6_betting_round_1() -> None:
    state = cards(split(start(), "123 456 789", DULL, DULL, DULL), "333")
    assert rules.waiting_on(state) == {A}
    assert rules.legal(state, A).sets == (Amount(Open, "chips", 1, 5),)
    for seat, move in ((A, OPEN[1]), (B, RAISE[2]), (C, CALL), (A, CALL)):
        assert not rules.legal(state, seat).contains(CHECK)
        state = play(state, (seat, move))
    assert (state.public.round, state.public.phase) == (2, "choose"), "B is not asked again"
    assert (state.public.pots, state.public.chips, state.public.button) == ((2, 2, 2), (13, 13, 13), B)


def test_a7_check_locks_out() -> None:
    state = cards(round_one(), "555")
    assert (state.public.turn, state.public.cap) == (B, 3)
    state = play(state, (B, CHECK))
    assert state.public.statuses[B] == "resting"
    assert refused(state, C, RAISE[4]) == "too-much"
    state = play(state, (C, RAISE[2]), (A, CALL))
    assert (state.public.round, state.public.phase) == (3, "choose"), "B is not asked"
    assert (state.public.pots, state.public.button) == ((4, 2, 4), C)
    state = cards(state, "777")
    assert (state.public.cap, state.public.turn) == (1, C)
    assert state.public.statuses[B] == "active", "B takes part again"
    assert rules.waiting_on(play(state, (C, CALL), (A, CALL))) == {B}


def ended(
    pots: tuple[int, ...], points: tuple[int, ...], dealer: int, carry: int, *all_in: int
) -> tuple[tuple[int, ...], int]:
    """Return the payment: the players' chips and the carry-over pot afterwards.

    The last round has been scored and its betting is over; all points were made in the first round.
    """
    state = betting(3)
    status: dict[int, Status] = dict.fromkeys(all_in, "all-in")
    chips = {seat: 0 if seat in all_in else 15 - pot for seat, pot in enumerate(pots)}
    first = replace(state.public.rounds[0], points=points, dealer_points=dealer)
    state = changed(state, pots=dict(enumerate(pots)), statuses=status, chips=chips, carry=carry, turn=None)
    state = but(state, rounds=(first, *state.public.rounds[1:]))
    after = housed(state).state
    assert sum(after.public.chips) + after.public.carry == sum(state.public.chips) + sum(pots) + carry
    return tuple(new - old for new, old in zip(after.public.chips, state.public.chips, strict=True)), after.public.carry


def test_a8_winner_takes_all() -> None:
    assert ended((3, 3, 3), (20, 12, 0), 9, 4) == ((13, 0, 0), 0)


def test_a9_dealer_wins_or_ties() -> None:
    assert ended((3, 3, 3), (20, 12, 0), 20, 4) == ((0, 0, 0), 13)
    assert ended((3, 3, 3), (20, 12, 0), 21, 4) == ((0, 0, 0), 13)
    assert ended((3, 3, 3), (0, 0, 0), 0, 4) == ((0, 0, 0), 13)


def test_a10_tie_at_the_top() -> None:
    assert ended((3, 3, 3), (20, 20, 0), 9, 4) == ((0, 0, 0), 13)


def test_a11_all_in_winner() -> None:
    assert ended((2, 5, 5), (20, 15, 10), 9, 4, A) == ((10, 6, 0), 0)


def test_a12_all_in_winner_next_best_tied() -> None:
    assert ended((2, 5, 5), (20, 15, 15), 9, 4, A) == ((10, 0, 0), 6)


def before_the_last_payment(*, carry: int, match: int = 5) -> Get9State:
    """The third round's betting is over; the points are a tie at the top, so all pots are carried over if any."""
    state = betting(3, points=(9, 9, 0))
    return but(state, match=match, carry=carry, chips=(15, 15, 15 - carry), turn=None)


def test_a13_end() -> None:
    state, happenings = until_asked(before_the_last_payment(carry=0))
    assert rules.over(state)
    assert happenings[-1] == GameEnded((A, B, C), 15, 0)
    extra, happenings = until_asked(before_the_last_payment(carry=6))
    assert (extra.public.match, extra.public.phase) == (6, "split")
    assert MatchBegan(6, B, extra=True, carry=6) in happenings
    end_state, happenings = until_asked(before_the_last_payment(carry=6, match=6))
    assert rules.over(end_state)
    assert happenings[-1] == GameEnded((A, B), 15, 6), "the pot is nobody's"
    assert rules.standing(end_state).winners == (A, B)


@pytest.mark.parametrize("points", [(20, 12, 0), (12, 20, 0)])
def test_payments_are_told(points: tuple[int, ...]) -> None:
    state = changed(betting(3, points=points), pots={A: 2, B: 5, C: 5}, turn=None, carry=4)
    _, happenings = until_asked(but(state, match=4))
    winner = points.index(20)
    assert next(happening for happening in happenings if isinstance(happening, Won)).seat == winner
    assert not [happening for happening in happenings if isinstance(happening, CarriedOver)]


def test_a_fold_leaves_the_chips_in_the_pot() -> None:
    state = play(cards(split(start(), "123 456 789", DULL, DULL, DULL), "333"), (A, OPEN[2]), (B, FOLD))
    assert (state.public.pots, state.public.statuses[B]) == ((2, 0, 0), "folded")
    assert settle_pots((2, 1, 2), (4, 20, 0), 0, (A, C)).won == (5, 0, 0)
