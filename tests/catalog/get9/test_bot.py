"""What the bots do in given positions, and that the normal one is clearly the stronger."""

from games.catalog.get9 import rules
from games.catalog.get9.bot import beginner, normal
from games.catalog.get9.game import GAME
from games.catalog.get9.moves import Call, Check, Choose, Fold, Move, Open, Raise, Split
from games.catalog.get9.state import Get9State
from games.catalog.get9.view import Get9View
from games.catalog.get9.win_probability import count_wins, get_best_card, good_splits
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from tests.catalog.get9.positions import DULL, OPEN, RAISE, A, B, C, betting, play, split, start, until_asked


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
    ahead, close, far = (play(betting(points=(9, own, 4)), (A, OPEN[2])) for own in (10, 2, 0))
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
    """Only the 4 of the last pile, 8, 7 and 4, can still overtake somebody with 14 points."""
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
    """What a seat has of the win: 1, a part, or nothing."""
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
        [normal if seat == own else beginner for seat in range(3)] for own in range(3)
    ]
    won = sum(share(own, bots, seed) for seed in range(8) for own, bots in enumerate(seats))
    assert won >= 12  # of 24, where 8 would be a fair share; two thirds over many games
