"""What the cases leave out: options, bomb limits, passing, the end of a session, timeouts, refusals."""

from dataclasses import replace

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import DECK, sort_cards
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.game import AddressedHappening
from games.engine.metadata import Value
from tests.catalog.states import but

from .positions import ACCEPT, CHANCE, PASS, REFUSE, asked, auction, begin, ended, hands, house, lay, play, step, table

LIMITED = (1, None, None, None)
FOUR = table("5 5 5 5 8 8 8 8 K", "7 7", "9 9 9 9 9 J", "3 4", bombs_left=LIMITED)


def kinds(happenings: list[AddressedHappening]) -> list[str]:
    return [addressed.happening.type for addressed in happenings]


# --- auction and kitty -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("starter", range(4))
def test_the_auction_goes_counterclockwise_from_the_face_up_card(starter: int) -> None:
    state = auction(starter)
    asked_seats = []
    while state.public.phase == "auction":
        asked_seats.append(state.public.turn)
        state = play(state, REFUSE)
    assert asked_seats == [(starter - n) % 4 for n in range(4)]


def test_the_face_up_card_is_one_of_its_holders() -> None:
    for n in range(40):
        state = house(begin(), type(CHANCE)(str(n).encode()))[0]
        assert state.public.starter is not None
        assert state.public.face_up in hands(state)[state.public.starter]


def test_the_landlord_leads_and_not_who_was_asked_first() -> None:
    state = house(play(auction(2), REFUSE, ACCEPT))[0]
    assert (state.public.landlord, state.public.turn) == (1, 1)


@pytest.mark.parametrize(("limited", "left"), [(True, (1, 1, 1, 1)), (False, (None, 1, 1, 1))])
def test_a_forced_landlord(limited: bool, left: tuple[int | None, ...]) -> None:
    state, happenings = house(play(auction(forced_landlord_limited=limited), REFUSE, REFUSE, REFUSE, REFUSE))
    assert (state.public.landlord, state.public.rate, state.public.bombs_left) == (0, 1, left)
    assert kinds(happenings) == ["landlord-named", "bombs-limited", "kitty-taken", "kitty-seen"]


@pytest.mark.parametrize(
    ("taken", "shown", "expected"),
    [
        (True, False, [("landlord-named", None), ("kitty-taken", None), ("kitty-seen", (0,))]),
        (True, True, [("landlord-named", None), ("kitty-shown", None), ("kitty-taken", None)]),
        (False, False, [("landlord-named", None), ("kitty-left", None)]),
        (False, True, [("landlord-named", None), ("kitty-shown", None), ("kitty-left", None)]),
    ],
)
def test_the_kitty(taken: bool, shown: bool, expected: list) -> None:
    before = play(auction(kitty_to_landlord=taken, show_kitty=shown), ACCEPT)
    state, happenings = house(before)
    assert [(addressed.happening.type, addressed.to) for addressed in happenings] == expected
    assert hands(state)[0] == (sort_cards(hands(before)[0] + before.hidden.kitty) if taken else hands(before)[0])
    assert [private.kitty for private in state.own] == [before.hidden.kitty if taken else (), (), (), ()]
    assert state.public.kitty == (before.hidden.kitty if shown else ())
    assert state.hidden.kitty == (() if taken or shown else before.hidden.kitty)


# --- bombs -------------------------------------------------------------------------------------------------------


def test_a_limited_player_plays_one_bomb_of_any_size() -> None:
    state = play(FOUR, lay("5 5 5 5"))
    assert state.public.bombs_left == (0, None, None, None)
    lead_again = play(state, PASS, lay("9 9 9 9 9"), PASS)
    assert not rules.legal(lead_again, 0).contains(lay("8 8 8 8"))
    with pytest.raises(IllegalMoveError, match="bomb-spent"):
        rules.apply(but(lead_again, trick=()), 0, lay("8 8 8 8"))


def test_without_a_bomb_left_four_cards_go_split() -> None:
    state = but(FOUR, bombs_left=(0, None, None, None))
    legal = rules.legal(state, 0)
    assert not legal.contains(lay("8 8 8 8"))
    assert all(legal.contains(lay(text)) for text in ("8 8", "8 8 8", "8 8 8 5 5", "8"))


def test_unlimited_players_keep_their_bombs() -> None:
    state = play(table("5 5 5 5 8 8 8 8 K", "7 7", "9 9", "3 4"), lay("5 5 5 5"), PASS, PASS, PASS, lay("8 8 8 8"))
    assert state.public.bombs_left == (None,) * 4


# --- tricks ------------------------------------------------------------------------------------------------------


def test_a_pass_does_not_bind() -> None:
    state = play(table("3 6 K", "7 8", "5 9", "4 10"), lay("3"), PASS, lay("5"), lay("7"))
    assert state.public.turn == 0
    later = play(state, PASS, lay("10"))
    assert later.public.turn == 2


def test_two_passes_end_no_trick_three_do() -> None:
    state = play(table("3 6 K", "7 8", "5 9", "4 10"), lay("6"), PASS, lay("9"), PASS, PASS)
    assert state.public.turn == 3
    assert state.public.top is not None
    ended_trick = play(state, PASS)
    assert (ended_trick.public.turn, ended_trick.public.top) == (2, None)
    led = play(ended_trick, lay("5"))
    assert [len(turn.cards) for turn in led.public.previous] == [1, 0, 1, 0, 0, 0]
    assert [turn.cards for turn in led.public.trick] == [("5",)]


def test_a_move_of_the_play_leaves_all_else_as_it_was() -> None:
    """`apply` names every public field; one that it forgot would fall back to its default."""
    rng = Rng(b"seats", "moves")
    state = house(begin(deals=4, show_kitty=True))[0]
    while not rules.over(state):
        after = play(state, rules.legal(state, asked(state)).sample(rng))
        if (public := state.public).phase == "play":
            moved = {name: getattr(public, name) for name in ("phase", "bombs_left", "played", "trick", "previous")}
            assert replace(after.public, **moved) == public
        state = house(after)[0]


def test_a_play_may_name_its_cards_in_any_order() -> None:
    assert Play(("K", "5", "10", "s", "K", "5")).cards == ("5", "5", "10", "K", "K", "s")


# --- the session -------------------------------------------------------------------------------------------------


def test_hands_left_are_shown_at_the_end_of_a_deal() -> None:
    state = play(table("5", "7 7", "9", "3 4"), lay("5"))
    last_step = step(state)
    happenings = last_step.happenings
    assert [(h.happening.seat, h.happening.cards, h.to) for h in happenings] == [  # type: ignore[attr-defined]
        (1, ("7", "7"), None),
        (2, ("9",), None),
        (3, ("3", "4"), None),
    ]
    assert last_step.state.public.hands == ((), ("7", "7"), ("9",), ("3", "4"))


def test_after_a_deal_everything_but_the_chips_is_laid_anew() -> None:
    state, _ = ended(play(table("5", "7 7", "9", "3 4"), lay("5")))
    assert (state.public.phase, state.public.chips, state.public.landlord) == ("deal", (3, -1, -1, -1), None)
    assert (state.hidden.kitty, hands(state)) == ((), ((),) * 4)
    assert state.public.last is not None
    assert (state.public.last.deal, state.public.last.winner, state.public.last.gains) == (1, 0, (3, -1, -1, -1))
    following, _ = house(state)
    assert (following.public.phase, following.public.deal) == ("auction", 2)
    assert sorted([*following.hidden.kitty, *(card for hand in hands(following) for card in hand)]) == sorted(DECK)


@pytest.mark.parametrize("deals", [1, 2, 4, 8, 12])
def test_the_session_ends_after_its_deals(deals: int) -> None:
    state = but(table("5", "7 7", "9", "3 4", deals=deals), deal=deals, chips=(-3, 1, 1, 1))
    over, happenings = ended(play(state, lay("5")))
    assert rules.over(over)
    assert kinds(happenings)[-1] == "match-ended"
    assert rules.standing(over).winners == (0, 1, 2, 3)


def test_ties_share_the_place() -> None:
    standing = rules.standing(but(begin(), chips=(2, -4, 2, 0), phase="over"))
    assert (standing.places, standing.scores, standing.winners) == ((1, 4, 1, 3), (2, -4, 2, 0), (0, 2))


def test_only_four_play() -> None:
    with pytest.raises(ValueError, match="four"):
        rules.setup({}, 3)


# --- timeouts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (auction(), Refuse()),
        (FOUR, Play(("5",))),
        (play(FOUR, lay("K")), Pass()),
        (table("s B", "3", "4", "5"), Play(("s",))),
    ],
)
def test_a_timeout_plays(state: DoudizhuState, move: Move) -> None:
    assert rules.safe_move(state, asked(state), CHANCE) == move


# --- refusals ----------------------------------------------------------------------------------------------------

NINES = play(table("9 9 9 9 3", "8 8 8 8 K", "4 s", "10"), lay("9 9 9 9"), PASS, PASS)
LOW = play(table("9 9 3", "8 8 K", "4 s", "10 10"), lay("9 9"), PASS, PASS)
A_PAIR = {"top": "pair", "count": 2}
PAIR = play(table("9 9 3", "K K J J J 3 4", "4 s", "10 10"), lay("9 9"), PASS, PASS)


@pytest.mark.parametrize(
    ("state", "seat", "move", "code", "params"),
    [
        (auction(), 1, Accept(), "not-your-turn", {}),
        (auction(), 0, lay("3"), "auction-first", {}),
        (auction(), 0, PASS, "auction-first", {}),
        (FOUR, 0, ACCEPT, "auction-is-over", {}),
        (FOUR, 1, lay("7 7"), "not-your-turn", {}),
        (FOUR, 0, PASS, "leader-must-play", {}),
        (FOUR, 0, Play(()), "too-few-cards", {"min": 1}),
        (FOUR, 0, lay("5 5 5 5 5"), "not-your-card", {}),
        (FOUR, 0, lay("7"), "not-your-card", {}),
        (FOUR, 0, Play(("X",)), "not-your-card", {}),
        (FOUR, 0, lay("5 8"), "no-combination", {"flaw": "straight", "shape": "1 + 1"}),
        (PAIR, 1, lay("J J J"), "wrong-kind", {"kind": "triple", "size": 3} | A_PAIR),
        (PAIR, 1, lay("J J J K K"), "wrong-kind", {"kind": "plane", "size": 5} | A_PAIR),
        (LOW, 1, lay("8 8"), "too-low", {"kind": "pair", "size": 2}),
        (NINES, 1, lay("8 8 8 8"), "too-low", {"kind": "bomb", "size": 4}),
        (ended(play(table("5", "7", "9", "3", deals=1), lay("5")))[0], 0, ACCEPT, "match-over", {}),
    ],
)
def test_a_refusal_says_why(state: DoudizhuState, seat: int, move: Move, code: str, params: dict[str, Value]) -> None:
    assert not rules.legal(state, seat).contains(move)
    with pytest.raises(IllegalMoveError) as caught:
        rules.apply(state, seat, move)
    assert (caught.value.code, caught.value.params) == (code, params)
