"""What the bots do in given positions, how they fare against each other, and that no rule of thumb beats them."""

import pytest

from games.arena.statistics import TournamentStatistics, wilson
from games.catalog.get9 import rules
from games.catalog.get9.bots.advice import advise
from games.catalog.get9.bots.bets import choose_bet
from games.catalog.get9.bots.bot import beginner, normal, strong
from games.catalog.get9.bots.table import Table
from games.catalog.get9.bots.win_probability import count_wins, get_best_card, good_splits
from games.catalog.get9.game import GAME
from games.catalog.get9.moves import Call, Check, Choose, Fold, Move, Open, Raise, Split
from games.catalog.get9.state import Get9State
from games.catalog.get9.view import Get9View
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Legal, Simulator
from games.engine.simulator import OutOfTimeError
from tests.catalog.get9.positions import DULL, OPEN, RAISE, A, B, C, betting, changed, play, split, start, until_asked
from tests.catalog.get9.scripts import SCRIPTS, compete
from tests.catalog.get9.scripts import play as play_script


def advise_only(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """The advice's first move."""
    return advise(view, legal, rng, sim, 1, ()).best


def decide(bot: Bot[Get9View, Move], state: Get9State, seat: int, seed: str = "bot") -> Move:
    view, legal = GAME.view(state, seat), rules.legal(state, seat)
    move = bot(view, legal, Rng(b"get9", seed), Simulator(GAME, view))
    assert legal.contains(move)
    return move


def decisions(bot: Bot[Get9View, Move], state: Get9State, seat: int) -> set[Move]:
    return {decide(bot, state, seat, str(n)) for n in range(20)}


def test_beginner_splits_anyhow_and_plays_one_of_the_two_higher_cards() -> None:
    assert len(decisions(beginner, until_asked(start())[0], A)) > 15
    assert decisions(beginner, split(start(), "123 456 789", *[DULL] * 3), A) == {Choose("3"), Choose("9")}


def test_beginner_bets_by_lead() -> None:
    assert decide(beginner, betting(), A) == Open(1)
    ahead, close, far = (play(betting(points=(9, points, 4)), (A, OPEN[2])) for points in (10, 2, 0))
    assert decide(beginner, ahead, B) == Call()
    assert decide(beginner, close, B) == Call()
    assert decide(beginner, far, B) == Fold()
    assert decide(beginner, betting(2, points=(9, 0, 0)), A) == Call()
    assert decide(beginner, betting(2, points=(0, 9, 0)), A) == Check()


def test_normal_splits_well_and_never_twice_alike_for_long() -> None:
    splits = decisions(normal, until_asked(start())[0], A)
    assert len(splits) > 10
    worth = {tuple(sorted(split)) for split in good_splits()}
    assert all(isinstance(move, Split) and tuple(sorted(move.piles)) in worth for move in splits)


def test_normal_plays_for_the_match() -> None:
    """Only the 4 of the last pile, 8, 7 and 4, can still overtake a player with 14 points."""
    state = play(betting(2, points=(0, 14, 0)), (A, Check()), (B, Check()), (C, Check()))
    assert decide(normal, state, A) == Choose("4")
    assert get_best_card(("8", "7", "4")) == "8"


def test_normal_raises_a_sure_win_and_folds_a_sure_loss() -> None:
    winning, losing = betting(3, points=(20, 9, 0)), betting(3, points=(9, 20, 0))
    assert decide(normal, winning, A) == Raise(5)
    assert decide(normal, losing, A) == Check()
    assert decide(normal, play(losing, (A, RAISE[2]), (B, Call())), C) == Fold()


def test_normal_calls_if_the_pots_pay_for_it() -> None:
    state = play(betting(points=(5, 4, 4)), (A, OPEN[1]))
    assert decide(normal, state, B) == Call()
    assert decide(normal, play(betting(points=(17, 0, 13)), (A, OPEN[5])), B) == Fold()


def test_chances_are_counted_for_every_card() -> None:
    state = split(start(), "123 456 789", DULL, DULL, DULL)
    counts = count_wins(GAME.view(state, A), 200, Rng(b"get9", "wins"))
    assert list(counts) == ["1", "3", "9"]
    assert 20 < counts["9"] < 120
    sure = count_wins(GAME.view(betting(3, points=(20, 9, 0)), A), 20, Rng(b"get9", "wins"))
    assert sure == {"": 20}


def share(winner: int, bots: list[Bot[Get9View, Move]], seed: int) -> float:
    """Return a seat's share of the win: 1, a fraction, or nothing."""
    chance, state, count = Chance(f"game/{seed}".encode()), start(len(bots)), 0
    while not rules.over(state):
        if step := rules.advance(state, chance):
            state = step.state
            continue
        seat = min(rules.waiting_on(state))
        count += 1
        state = rules.apply(state, seat, decide(bots[seat], state, seat, f"{seed}/{count}")).state
    winners = rules.standing(state).winners
    return (winner in winners) / len(winners)


def test_normal_beats_beginners() -> None:
    seats: list[list[Bot[Get9View, Move]]] = [
        [normal if seat == own_seat else beginner for seat in range(3)] for own_seat in range(3)
    ]
    won = sum(share(own_seat, bots, seed) for seed in range(6) for own_seat, bots in enumerate(seats))
    assert won >= 10  # of 18, where 6 would be a fair share; four fifths over many games


def test_good_and_bad_chances_bet_the_same_amounts() -> None:
    """So that an amount reveals nothing; nor does a small one, because strong hands bet little as well."""
    amounts = {
        percent: [choose_bet(Table(betting(points=(9, 5, 4)).public), percent, luck) for luck in range(100)]
        for percent in (5, 40, 70)
    }
    assert set(amounts[5]) <= set(amounts[40]) == set(amounts[70]) >= {1, 5}
    assert 0 < 100 - amounts[5].count(1) < 100 - amounts[70].count(1) < 70


def test_bets_spread_over_the_rounds() -> None:
    put_in, chance = [0, 0, 0], Chance(b"spread")
    for seed in range(4):
        state, count = start(4), 0
        while not rules.over(state):
            if step := rules.advance(state, chance):
                if state.public.phase == "bet":
                    put_in[state.public.round - 1] += sum(state.public.bets)
                state = step.state
                continue
            seat = min(rules.waiting_on(state))
            count += 1
            state = rules.apply(state, seat, decide(normal, state, seat, f"{seed}/{count}")).state
    first, second, third = put_in
    assert 2 * first < 5 * (second + third)
    assert third > 0


def test_strong_asks_who_is_level_with_it_for_more() -> None:
    """After the last cards two share the lead: who makes the other give up wins all."""
    state = changed(betting(3, points=(14, 14, 0)), pots={A: 2, B: 2, C: 2}, chips={A: 13, B: 13, C: 13})
    assert isinstance(decide(strong, state, A), Raise)


def test_strong_needs_the_win_not_chips() -> None:
    """In the last match the one behind pays to stay in where a chip saved is worth nothing."""
    state = betting(points=(10, 4, 4), matches=3)
    late = changed(state, match=3, chips={A: 21, B: 12, C: 12})
    assert decide(strong, play(late, (A, OPEN[5])), B) == Call()
    assert decide(strong, play(state, (A, OPEN[5])), B) == Fold()


@pytest.mark.parametrize("bot", [strong, advise_only])
def test_who_asks_can_stop_it(bot: Bot[Get9View, Move]) -> None:
    view, legal = GAME.view(betting(), A), rules.legal(betting(), A)
    with pytest.raises(OutOfTimeError):
        bot(view, legal, Rng(b"get9", "time"), Simulator(GAME, view, lambda: False))


def test_normal_stands_up_to_rules_of_thumb(script: str) -> None:
    held(play_script(script, "normal", 2, 3, ["matches=3"]), seats=3)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "deals"), [("normal", 40), ("strong", 5)])
def test_no_rule_of_thumb_wins_a_tenth_more_than_its_share(script: str, level: str, deals: int) -> None:
    statistics = play_script(script, level, deals)
    assert statistics.is_flawless
    assert statistics.wins * 4 <= 1.1 * statistics.matches


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "deals"), [(3, 40), (4, 60), (7, 10)])
def test_strong_beats_normal(seats: int, deals: int) -> None:
    statistics = compete("strong", "normal", deals, seats)
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] * seats >= 1.25


def held(statistics: TournamentStatistics, seats: int) -> None:
    """Return whether the result is compatible with at most a tenth above the fair share."""
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] * seats <= 1.1


@pytest.fixture(params=SCRIPTS)
def script(request: pytest.FixtureRequest) -> str:
    return str(request.param)
