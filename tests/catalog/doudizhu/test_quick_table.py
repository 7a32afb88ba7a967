"""Quick players: what they hold and play is what the rules have."""

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.bots.hand_splitting import MANY, pick_sequences
from games.catalog.doudizhu.bots.planning import HandAnalysis
from games.catalog.doudizhu.bots.quick_hands import (
    QUICK,
    QuickHand,
    QuickPlay,
    count_plays,
    find_answer,
    find_bomb,
    list_leads,
    take_apart,
    without,
)
from games.catalog.doudizhu.bots.quick_table import QuickTable, choose_quickly
from games.catalog.doudizhu.bots.search import lay_table
from games.catalog.doudizhu.combos import combos
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.moves import Play
from games.catalog.doudizhu.ranks import DECK, Cards, at_least, pack
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.chance import Chance

from .positions import ACCEPT, BOOK, PASS, REFUSE, asked, auction, begin, cards, hands, house, lay, play, table

CARDS: dict[tuple[int, int, int], Cards] = {(q.form, q.rank, q.weight): found for found, q in QUICK.items()}
SEEDS = range(6)


def cards_of(play: QuickPlay) -> Cards:
    return CARDS[play.form, play.rank, play.weight]


def hand(text: str, bombs: int = MANY) -> QuickHand:
    packed = pack(cards(text))
    return take_apart(packed, pick_sequences(packed, BOOK, bombs), bombs)


@pytest.mark.parametrize("low_two", [True, False])
def test_plays_beat_each_other_as_by_the_rules(low_two: bool) -> None:
    known = list(combos(low_two).values())
    for top in known[::7]:
        for other in known[::5]:
            one, two = QUICK[other.cards], QUICK[top.cards]
            beats = one.rank > two.rank if one.form == two.form else one.form == 0
            assert beats is other.beats(top), (other, top)


def quick_state(state: DoudizhuState) -> QuickTable:
    """The table as somebody who sees all hands would lay it."""
    own = HandAnalysis(GAME.view(state, asked(state)))
    return lay_table(own, [pack(one) for one in hands(state)])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("limited", [False, True])
def test_whole_deals_are_legal_and_go_as_by_the_rules(seed: int, limited: bool) -> None:
    """Every quick decision is made again by the rules, which know the same turn, cards and winner."""
    chance = Chance(str(seed).encode())
    state = house(begin(deals=1), chance)[0]
    state = play(state, *[REFUSE] * 4) if limited else play(state, ACCEPT)
    state = house(state, chance)[0]
    quick = quick_state(state)
    while state.public.phase == "play":
        assert (quick.turn, tuple(quick.counts)) == (state.public.turn, state.public.counts)
        found = choose_quickly(quick)
        quick.play(found)
        state = rules.apply(state, asked(state), Play(cards_of(found)) if found else PASS).state
    assert quick.counts.index(0) == hands(state).index(())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_is_whole_and_every_lead_is_in_it(seed: int) -> None:
    deck = Chance(str(seed).encode()).shuffled("deck", DECK)
    whole = pack(deck[:25])
    for bombs in (0, 1, MANY):
        held = take_apart(whole, pick_sequences(whole, BOOK, bombs), bombs)
        assert held.loose + sum(play.weight for play in held.sequences) == whole
        leads = list(list_leads(held))
        assert leads
        for lead in leads:
            left = without(held, lead)
            assert left.loose + sum(play.weight for play in left.sequences) == whole - lead.weight
            assert left.bombs == bombs - (lead.form == 0)
            assert lead.form or bombs


def test_of_two_equal_sequences_one_is_left() -> None:
    straight = QUICK[cards("3 4 5 6 7")]
    assert without(QuickHand(0, (straight, straight), MANY), straight) == QuickHand(0, (straight,), MANY)


@pytest.mark.parametrize(
    ("held", "top", "answer"),
    [
        ("4 7 7 9", "6", "9"),  # a pair is dearer to break
        ("7 7 Q Q Q", "6 6", "7 7"),
        ("5 5 Q Q Q", "6 6", "Q Q"),
        ("5 5 Q Q Q", "6 6 6 3 3", "5 5 Q Q Q"),
        ("4 5 6 7 8 K K", "3 4 5 6 7", "4 5 6 7 8"),
        ("4 5 6 7 8 K K", "5 6 7 8 9", ""),
        ("9 9 9 9", "3 3", ""),  # a set of four stays whole
    ],
)
def test_answers(held: str, top: str, answer: str) -> None:
    found = find_answer(hand(held), QUICK[cards(top)])[1]
    assert (cards_of(found) if found else ()) == cards(answer)


def test_without_bombs_sets_of_four_are_used_up() -> None:
    found = find_answer(hand("9 9 9 9", bombs=0), QUICK[cards("3 3 3")])[1]
    assert found
    assert cards_of(found) == cards("9 9 9")
    assert find_bomb(hand("9 9 9 9", bombs=0), 0) is None


def test_the_lowest_bomb_that_beats_another() -> None:
    held = hand("4 4 4 4 9 9 9 9 3 3 3 3 3")
    found = [find_bomb(held, QUICK[cards(top)].rank) for top in ("3 3 3 3", "4 4 4 4", "9 9 9 9", "3 3 3 3 3")]
    assert [cards_of(bomb) if bomb else () for bomb in found] == [
        *map(cards, ("4 4 4 4", "9 9 9 9", "3 3 3 3 3")), ()
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("held", "plays"), [("3 3 3 K K", 1), ("3 4 5 6 7 9", 2), ("3 3 5 5 5 8 8 8 8 B", 3), ("3 3 K K 5 5 5 B", 3)]
)
def test_how_many_plays_a_hand_takes(held: str, plays: int) -> None:
    assert count_plays(hand(held)) == plays


def test_sequences_picked_are_in_the_hand() -> None:
    for seed in SEEDS:
        whole = pack(Chance(str(seed).encode()).shuffled("deck", DECK)[:33])
        rest = whole - sum(map(pack, pick_sequences(whole, BOOK, MANY)))
        assert at_least(rest, 1) & ~at_least(whole, 1) == 0
        assert sum(whole >> 4 * at & 15 for at in range(15)) == 33


@pytest.mark.parametrize(("held", "leads"), [("3 3 8 8 J J J", "8 8"), ("3 3 J J J", ""), ("3 3 8 8 K", "3 3")])
def test_a_pair_that_a_triple_takes_along_is_no_lead(held: str, leads: str) -> None:
    pairs = [lead for lead in list_leads(hand(held)) if lead.form == 2]
    assert [cards_of(pair) for pair in pairs] == ([cards(leads)] if leads else [])


def test_a_quick_player_goes_out_on_a_pair_with_a_joker() -> None:
    found = choose_quickly(quick_state(table("3 B", "8 9", "Q Q 9", "2 3 6")))
    assert found
    assert cards_of(found) == cards("3 B")


def test_three_passes_end_a_trick() -> None:
    state = play(table("5 6 9", "9 9", "Q Q", "2 3 6"), lay("5"), lay("6"), PASS, PASS)
    quick = quick_state(state)
    assert quick.passes == 2
    quick.play(None)
    assert (quick.top, quick.turn) == (None, 3)


def test_the_auction_is_no_place_for_it() -> None:
    own = HandAnalysis(GAME.view(auction(), 0))
    with pytest.raises(AssertionError):
        lay_table(own, [0] * 4)
