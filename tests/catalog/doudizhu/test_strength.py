"""The strong player, how the levels fare against each other, and that no rule of thumb beats normals."""

import pytest

from games.arena.statistics import TournamentStatistics, wilson
from games.catalog.doudizhu import rules
from games.catalog.doudizhu.bots.auction import accepts, estimate_chance, list_gains
from games.catalog.doudizhu.bots.bot import strong
from games.catalog.doudizhu.bots.planning import HandAnalysis
from games.catalog.doudizhu.bots.search import imagine_tables, list_candidates, list_denials
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.moves import Move
from games.catalog.doudizhu.ranks import RANKS, Cards
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.chance import Chance, Rng
from games.engine.game import Simulator
from games.engine.simulator import OutOfTimeError
from games.kit.seats import replace_at
from tests.catalog.states import but

from .positions import PASS, asked, auction, begin, cards, hands, house, lay, play, table
from .scripts import SCRIPTS, compete
from .scripts import play as play_script

FAIR, MOST = 0.25, 0.275  # the share of one seat of four, and what a rule of thumb may win


def decide(state: DoudizhuState, seed: str = "strong") -> Move:
    view = GAME.view(state, asked(state))
    move = strong(view, rules.legal(state, view.me), Rng(b"strong", seed), Simulator(GAME, view))
    assert rules.legal(state, view.me).contains(move)
    return move


# --- the auction


def analyse(state: DoudizhuState) -> HandAnalysis:
    return HandAnalysis(GAME.view(state, asked(state)))


def test_the_better_hand_has_the_better_chance() -> None:
    poor, bombs, high = (
        analyse(but(auction(), hand=replace_at(hands(auction()), 0, cards(text))))
        for text in (
            "3 3 4 5 5 6 8 8 9 10 10 J J Q Q K K 3 4 6 7 7 9 9 J",
            "3 3 3 3 5 5 6 8 8 8 8 10 10 J J Q Q K K 4 6 7 7 9 9",
            "3 3 4 5 5 6 8 8 9 10 10 J J Q Q K K 3 4 2 2 2 s B B",
        )
    )
    assert estimate_chance(poor) < estimate_chance(bombs)
    assert estimate_chance(poor) < estimate_chance(high)
    assert not accepts(poor)


def test_normals_accept_good_hands_only() -> None:
    """Neither all of those asked first, nor few; and who accepts has the better chance."""
    first = [analyse(house(begin(deals=4), Chance(b"deal %d" % n))[0]) for n in range(60)]
    chances = {
        answer: [estimate_chance(analysis) for analysis in first if accepts(analysis) is answer]
        for answer in (True, False)
    }
    assert 20 <= len(chances[True]) <= 50
    assert min(chances[True]) > max(chances[False])


def test_in_the_last_deal_who_is_behind_accepts_what_it_would_not_otherwise() -> None:
    poor = "3 3 4 5 5 6 8 8 9 10 10 J J Q Q K K 3 4 6 7 7 9 9 J"
    early = but(auction(deals=4), hand=replace_at(hands(auction(deals=4)), 0, cards(poor)))
    late = but(early, deal=4, chips=(-2, 4, -1, -1))
    ahead = but(early, deal=4, chips=(4, -2, -1, -1))
    assert [accepts(analyse(state)) for state in (early, late, ahead)] == [False, True, False]


def test_where_there_is_one_deal_the_match_counts_and_not_the_chips() -> None:
    """A landlord's win is his alone, and a farmer shares it with two others."""
    poor = "3 3 4 5 5 6 8 8 9 10 10 J J Q Q K K 3 4 6 7 7 9 9 J"
    several, single = (but(auction(deals=deals), hand=replace_at(hands(auction()), 0, cards(poor))) for deals in (4, 1))
    assert [accepts(analyse(state)) for state in (several, single)] == [False, True]


@pytest.mark.parametrize("wins", [True, False])
def test_gains_are_the_rules_own(wins: bool) -> None:
    state = table("3", "4 4", "5 5", "6 6", rate=2) if wins else table("3 9", "4", "5 5", "6 6", rate=2)
    state = play(state, lay("3")) if wins else play(state, lay("3"), PASS, PASS, lay("4"))
    ended, _ = house(state)
    assert ended.public.last
    assert ended.public.last.gains == list_gains(0, 2, wins)


# --- the cards


@pytest.mark.parametrize(("hand", "lead"), [("9 9 9 J J", "9 9 9 J J"), ("3 3 B", "B")])
def test_strong_leads_what_is_sure(hand: str, lead: str) -> None:
    assert decide(table(hand, "8 8", "9 9 5", "4 4")) == lay(lead)


def test_strong_does_not_let_the_landlord_out() -> None:
    state = play(table("5 K", "9 9 J", "4 4 J", "3 7 7 Q"), lay("5"), lay("Q"), PASS, PASS, PASS)
    assert decide(state) == lay("7 7")


def test_strong_stops_when_its_time_is_over() -> None:
    state = table("3 4 6 8 8 B", "8 8 9", "9 9 5", "4 4")
    view = GAME.view(state, 0)
    with pytest.raises(OutOfTimeError):
        strong(view, rules.legal(state, 0), Rng(b"strong", "late"), Simulator(GAME, view, lambda: False))


def test_candidates_hold_the_first_and_a_pass() -> None:
    state = play(table("9 K 3", "8 8 9", "9 9 5", "10 Q Q A"), lay("9"))
    analysis = analyse(state)
    plays: list[Cards] = [cards("10"), cards("Q"), cards("A")]
    assert list_candidates(analysis, plays, cards("Q"), 3) == [cards("Q"), (), cards("10")]


def test_candidates_for_a_lead_hold_more_than_the_plan() -> None:
    """A low card could go with a joker, for one."""
    analysis = analyse(table("3 5 6 7 8 9 K B", "8 8 9", "9 9 5", "4 4"))
    plan, plays = analysis.split().plays, analysis.book.list_leads(analysis.hand)
    candidates = list_candidates(analysis, plays, plan[0], 14)
    assert candidates[0] == plan[0]
    assert {*plan, cards("3 B")} < {*candidates}
    assert len(candidates) == len({*candidates}) == 14


def test_who_passed_holds_nothing_that_would_have_beaten_it() -> None:
    """Mostly: worlds in which seat 3 kept a lone ace for no reason, when the landlord played a king, are rarer."""
    state = play(table("K K A 3 5", "8 8 9 J", "9 9 5 6 7", "A 10 Q Q 4"), lay("K"), PASS)
    analysis, view = analyse(state), GAME.view(state, 2)
    assert [(seat, size) for seat, size, _ in list_denials(analysis.public, analysis.seat)] == [(3, 1)]
    believed = imagine_tables(analysis, Rng(b"worlds", "passed"), Simulator(GAME, view), 150)
    free = [GAME.imagine(view, Rng(b"worlds", str(n))).own[3].hand for n in range(150)]
    lone_aces = sum(table.hands[3].loose >> 4 * RANKS.index("A") & 15 == 1 for table in believed)
    assert lone_aces < sum(hand.count("A") == 1 for hand in free) * 2 // 3


# --- strength


def may_be(statistics: TournamentStatistics, least: float = 0.0, highest: float = 1.0) -> bool:
    """Return whether the result is compatible with the share."""
    assert statistics.is_flawless
    low, high = wilson(statistics.wins, statistics.matches)
    return low <= highest and high >= least


@pytest.mark.parametrize("script", SCRIPTS)
def test_normals_stand_up_to_rules_of_thumb(script: str) -> None:
    assert may_be(play_script(script, "normal", 8, {"deals": 1}), highest=MOST)


def test_normal_is_better_than_beginners() -> None:
    statistics = compete("normal", "beginner", 6, options={"deals": 1})
    assert wilson(statistics.wins, statistics.matches)[0] > FAIR


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_rule_of_thumb_wins_much_more_than_its_share(script: str) -> None:
    statistics = play_script(script, "normal", 100)
    assert statistics.is_flawless
    assert statistics.wins <= MOST * statistics.matches


@pytest.mark.slow
def test_strong_beats_normals() -> None:
    statistics = compete("strong", "normal", 10)
    assert may_be(statistics, least=1.25 * FAIR)
    assert statistics.wins > FAIR * statistics.matches


def test_strong_asks_for_no_world_where_there_is_nothing_to_choose() -> None:
    state = play(table("B 3", "8 8 9", "9 9 5", "4 4"), lay("B"))
    view, legal = GAME.view(state, 3), rules.legal(state, 3)
    assert strong(view, legal, Rng(b"strong", "idle"), Simulator(GAME, view, lambda: False)) == PASS
