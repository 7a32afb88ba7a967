"""The bots of Dou Dizhu: their habits, their plans, and their strength."""

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.bots.bot import beginner, normal
from games.catalog.doudizhu.bots.hand_splitting import split
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.moves import Move, Pass
from games.catalog.doudizhu.ranks import pack
from games.catalog.doudizhu.state import DoudizhuState
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from games.kit.seats import replace_at
from tests.catalog.states import but

from .positions import ACCEPT, BOOK, PASS, REFUSE, asked, auction, begin, cards, hands, house, lay, play, table

Player = Bot[DoudizhuView, Move]
MANY = "3 4 5 6 7 8 9 10 J Q K A 2"


def decide(bot: Player, state: DoudizhuState) -> Move:
    view = GAME.view(state, asked(state))
    return bot(view, rules.legal(state, view.me), Rng(b"bots", "decide"), Simulator(GAME, view))


def holding(state: DoudizhuState, seat: int, hand: str) -> DoudizhuState:
    """The same question, asked with another hand; only for bots that don't count cards."""
    return but(state, hand=replace_at(hands(state), seat, cards(hand)))


# --- the beginner ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "answer"), [("3 3 3 3 5 5 5 5 9 9 9 9 9", ACCEPT), ("3 3 3 3 5 5 5 5 9 9 9 K A 2 B", REFUSE)]
)
def test_beginner_accepts_with_three_bombs(hand: str, answer: Move) -> None:
    assert decide(beginner, holding(auction(), 0, hand)) == answer


@pytest.mark.parametrize(
    ("hand", "lead"), [("3 4 5 6 7 9", "3"), ("3 3 4 5 6 7", "3 3"), ("3 3 3 K K", "3 3 3 K K"), ("3 3 3 K", "3")]
)
def test_beginner_leads_low(hand: str, lead: str) -> None:
    assert decide(beginner, table(hand, "7", "9", "8")) == lay(lead)


def test_beginner_answers_with_the_lowest_and_keeps_bombs_at_first() -> None:
    state = play(table("5 K K", "9 9 9 9 A A", "3 3 3 3 3 3", "6 7 8 8 8 8"), lay("5"))
    assert decide(beginner, state) == lay("6")
    kings = play(table("K K 3 3 4 4 J Q", "7", "8", "6 6 6 6"), lay("K K"))
    assert decide(beginner, kings) == Pass()
    near = play(table("K K 3 3 4", "7", "8", "6 6 6 6 9"), lay("K K"))
    assert decide(beginner, near) == lay("6 6 6 6")


# --- the plan ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("3 4 5 6 7 9 9 9 J J", ["3 4 5 6 7", "9 9 9 J J"]),
        ("3 3 4 4 5 5 K", ["3 3 4 4 5 5", "K"]),
        ("3 3 3 4 4 4 8 8 8 8", ["3 3 3 4 4 4", "8 8 8 8"]),
        ("A 2 3 4 5 B B", ["A 2 3 4 5", "B", "B"]),
    ],
)
def test_a_split_finds_the_few_plays(hand: str, plays: list[str]) -> None:
    assert sorted(split(pack(cards(hand)), BOOK).plays) == sorted(map(cards, plays))


def test_a_split_knows_how_many_bombs_there_may_be() -> None:
    hand = pack(cards("3 3 3 3 8 8 8 8"))
    assert sorted(split(hand, BOOK, 2).plays) == [("3",) * 4, ("8",) * 4]
    assert all(len(plays) < 4 or len(set(plays)) > 1 for plays in split(hand, BOOK, 0).plays)


@pytest.mark.parametrize("size", range(4, 9))
def test_a_split_without_bombs_has_none(size: int) -> None:
    plays = split(pack(("5",) * size), BOOK, 0).plays
    assert sum(map(len, plays)) == size
    assert all(len(cards) <= 3 for cards in plays)


@pytest.mark.parametrize("size", [1, 8, 20, 33])
def test_a_split_holds_every_card_once_and_no_bomb_too_many(size: int) -> None:
    for n in range(20):
        deck = Chance(str(n).encode()).shuffled("deck", [*cards(f"{MANY} {MANY} {MANY} {MANY}"), "s", "B", "B", "s"])
        hand = pack(deck[:size])
        for bombs in (0, 1, 9):
            plays = split(hand, BOOK, bombs).plays
            assert sum(map(pack, plays)) == hand
            assert sum(BOOK.combos[play].kind == "bomb" for play in plays) <= bombs


# --- the normal player -------------------------------------------------------------------------------------------


def test_normal_leads_a_sequence_before_single_cards() -> None:
    assert decide(normal, table("3 4 5 6 7 K 2", "8 9 Q", "A J 10", "4 J 2")) == lay("3 4 5 6 7")


def test_normal_goes_out_when_it_can() -> None:
    assert decide(normal, table("9 9 9 J J", "8", "A", "4")) == lay("9 9 9 J J")
    assert decide(normal, table("3 B", "8", "A", "4")) == lay("3 B")
    state = play(table("3 K", "8 8", "5 A", "4 4 4 4"), lay("3"))
    assert decide(normal, state) == lay("4 4 4 4")


def test_normal_plays_the_sure_one_first_when_two_are_left() -> None:
    assert decide(normal, table("3 3 B", "8 8", "A 5", "4 6")) == lay("B")


def test_normal_lets_a_team_mate_win() -> None:
    state = play(table("3 4 K", "9 9 J Q", "8 8 8 Q Q", "J 7 6"), lay("3"), lay("J"))
    assert state.public.turn == 2
    assert decide(normal, state) == PASS


@pytest.mark.parametrize(("mate", "answer"), [("7 7 6", lay("10")), ("7 7", PASS)])
def test_normal_sheds_a_card_on_a_team_mate_who_is_not_nearly_out(mate: str, answer: Move) -> None:
    state = play(table("3 4 K K", "9 9 J Q", "8 8 8 10 9 9", f"9 {mate}"), lay("3"), lay("9"))
    assert decide(normal, state) == answer


def test_normal_leaves_a_team_mates_high_card_alone() -> None:
    state = play(table("3 4 K K", "9 9 J Q", "8 8 8 Q 9 9", "J J 7 6"), lay("3"), lay("J"))
    assert decide(normal, state) == PASS


def test_normal_breaks_no_set_of_four_for_a_trick() -> None:
    state = play(table(f"Q {MANY}", "7 8 J", "Q 6 10", "K K K K 3 5 6 8 9 10 J"), lay("Q"))
    assert decide(normal, state) == PASS


def test_normal_keeps_the_landlord_from_going_out_on_a_team_mates_card() -> None:
    """He comes next with one card, and could play it on an 8 or a jack, but not on a big joker."""
    state = play(table("3 K", "5 9 9 J B", "6 7 7", "8 10 10"), lay("3"), lay("8"), PASS)
    assert decide(normal, state) == lay("B")


def test_normal_feeds_a_team_mate_with_one_card() -> None:
    state = play(table("5 K K K K", "9 9", "Q", "2 3 6 6"), lay("5"), lay("2"), PASS, PASS, PASS)
    assert state.public.turn == 3
    assert decide(normal, state) == lay("3")


def test_normal_spends_no_bomb_on_a_trifle_but_stops_the_landlord() -> None:
    calm = play(table(f"9 {MANY}", "7 8 J", "K 6 10", "5 5 5 5 6 6 9 J J K Q"), lay("9 9"))
    assert decide(normal, calm) != lay("5 5 5 5")
    urgent = play(table("K K 3", "7 8 J", "K 6 10", "5 5 5 5 6 6 9 J J K Q"), lay("K K"))
    assert decide(normal, urgent) == lay("5 5 5 5")


# --- strength ----------------------------------------------------------------------------------------------------


def landlord_wins(landlord: Player, farmers: Player, deals: int) -> float:
    """Return how often a landlord who accepted immediately goes out first; every seat is landlord equally often."""
    won = 0
    for n in range(deals):
        seat = n % 4
        house_chance, rng = Chance(f"deal/{n // 4}".encode()), Rng(b"bots", f"strength/{n}")
        state = house(begin(deals=1), house_chance)[0]
        while state.public.phase == "auction":
            state = play(state, ACCEPT if state.public.turn == seat else REFUSE)
        state = house(state, house_chance)[0]
        while state.public.phase == "play":
            view = GAME.view(state, asked(state))
            bot = landlord if view.me == seat else farmers
            state = play(state, bot(view, rules.legal(state, view.me), rng, Simulator(GAME, view)))
        won += hands(state)[seat] == ()
    return won / deals


def test_normal_is_the_better_landlord_and_the_better_farmer() -> None:
    assert landlord_wins(normal, beginner, 24) > 0.7  # 94 % over many deals
    assert landlord_wins(beginner, normal, 24) < 0.3  # 1 %


def test_normal_farmers_work_together() -> None:
    """They did not when they never beat each other's plays: then the landlord won two deals of three."""
    assert landlord_wins(normal, normal, 48) < 0.6  # about 45 % over many deals
