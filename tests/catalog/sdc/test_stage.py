"""A stage in the house's hands: lot, deal, the simultaneous draw, the showdown and what stays visible afterwards."""

import pytest

from games.catalog.sdc import rules
from games.catalog.sdc.game import GAME
from games.catalog.sdc.hands import DECK, sort_cards
from games.catalog.sdc.happenings import Confirmed, Dealt, Drew, Exchanged, FirstOpener, Marked, StageBegan
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Raise
from games.engine.chance import Chance
from games.engine.game import AddressedHappening, to_everyone, to_seats
from tests.catalog.sdc.play import check
from tests.catalog.sdc.positions import (
    CHANCE,
    HIGH,
    PAIR,
    M,
    S,
    bidding,
    cards,
    drawing,
    housed,
    played,
    start,
    until_asked,
)


def test_the_first_opener_is_drawn_by_lot() -> None:
    openers = {rules.advance(start(), Chance(bytes([n]))).state.public.opener for n in range(20)}  # type: ignore[union-attr]
    assert openers == {0, 1}


def test_seat_one_may_open_by_option() -> None:
    assert all(
        rules.advance(start(first_opener="seat1"), Chance(bytes([n]))).happenings  # type: ignore[union-attr]
        == (to_everyone(FirstOpener(0, by_lot=False)),)
        for n in range(20)
    )


def test_cards_are_dealt_alternately_and_told_to_their_owner_only() -> None:
    step = housed(housed(start(first_opener="seat1")).state)
    deck = CHANCE.shuffled("stage/1/deck", DECK)
    hands = sort_cards(deck[0:10:2]), sort_cards(deck[1:10:2])
    assert tuple(private.hand for private in step.state.own) == hands
    assert step.happenings == (
        to_everyone(StageBegan(1, M)),
        to_seats(M, Dealt(M, hands[0])),
        to_seats(S, Dealt(S, hands[1])),
    )


def test_every_stage_has_a_deck_of_its_own() -> None:
    first = drawing()
    second, _ = until_asked(played(housed(played(first, (M, Draw()), (S, Draw()))).state, (M, Bid(1)), (S, Call())))
    assert second.public.stage == 2
    assert second.own != first.own


def test_a_confirmed_draw_is_a_mere_fact() -> None:
    state = drawing()
    step = rules.apply(state, S, Draw(state.own[S].hand[:3]))
    assert step.happenings == (to_everyone(Confirmed(S)), to_seats(S, Marked(S, state.own[S].hand[:3])))
    public = GAME.view(step.state, M).public
    assert (public.confirmed, public.exchanged) == ((False, True), ())
    assert GAME.view(step.state, M) == GAME.view(rules.apply(state, S, Draw()).state, M)
    private = GAME.view(step.state, S).own
    assert private is not None
    assert private.marks == state.own[S].hand[:3]
    assert rules.waiting_on(step.state) == {M}


def test_both_draws_are_made_at_once_the_openers_from_the_top() -> None:
    state = drawing()
    marks = state.own[M].hand[3:], state.own[S].hand[1:4]
    step = housed(played(state, (S, Draw(marks[S][::-1])), (M, Draw(marks[M]))))
    new = sort_cards(state.hidden.deck[:2]), sort_cards(state.hidden.deck[2:5])
    assert step.happenings == (
        to_everyone(Exchanged(M, 2)),
        to_everyone(Exchanged(S, 3)),
        to_seats(M, Drew(M, new[M])),
        to_seats(S, Drew(S, new[S])),
    )
    for seat in (M, S):
        kept_cards = set(state.own[seat].hand) - set(marks[seat])
        private = GAME.view(step.state, seat).own
        assert private is not None
        assert private.hand == sort_cards([*kept_cards, *new[seat]])
        assert private.discards == marks[seat]
    assert GAME.view(step.state, M).public.exchanged == (2, 3)


def test_hands_lie_sorted_so_that_new_cards_cannot_be_told_apart() -> None:
    state = drawing()
    after = housed(played(state, (M, Draw(state.own[M].hand[:1])), (S, Draw(state.own[S].hand[:4])))).state
    assert all(hand == sort_cards(hand) for hand in (private.hand for private in after.own))


def test_both_may_exchange_all_five() -> None:
    state = drawing()
    after = housed(played(state, (M, Draw(state.own[M].hand)), (S, Draw(state.own[S].hand)))).state
    assert len(after.hidden.deck) == 32
    check(after)


@pytest.mark.parametrize(
    "moves",
    [
        [(M, Bid(2)), (S, Drop())],
        [(M, Bid(2)), (S, Call())],
        [(M, Bid(2)), (S, Raise(3)), (M, Drop())],
        [(M, Bid(2)), (S, Raise(3)), (M, Call())],
    ],
)
def test_both_hands_are_shown_however_the_stage_ends(moves: list[tuple[int, Bid]]) -> None:
    before = played(bidding(), *moves)
    assert GAME.view(before, None).public.shown == ()
    after = housed(before).state
    assert GAME.view(after, None).public.shown == (cards(HIGH), cards(PAIR))
    private = GAME.view(after, M).own
    assert private is not None
    assert private.discards == ()


def test_the_last_stage_stays_visible_over_the_next_deal() -> None:
    after, _ = until_asked(played(bidding(), (M, Bid(2)), (S, Raise(4)), (M, Drop())))
    last = GAME.view(after, None).public.last
    assert after.public.phase == "draw"
    assert last is not None
    assert (last.stage, last.opener, last.hands, last.categories) == (1, M, (cards(HIGH), cards(PAIR)), (0, 1))
    assert (last.bid, last.raised, last.dropped, last.winner, last.coins) == (2, 4, M, S, 2)


def test_a_spectator_sees_no_cards_before_the_showdown() -> None:
    state = drawing()
    happenings: tuple[AddressedHappening, ...] = rules.apply(state, M, Draw(state.own[M].hand[:1])).happenings
    assert [addressed.happening for addressed in happenings if addressed.is_visible_to(None)] == [Confirmed(M)]
    assert GAME.view(state, None).own is None
