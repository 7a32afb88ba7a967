"""What the bots do with given hands, and that the normal one is clearly the stronger."""

import pytest

from games.catalog.sdc import rules
from games.catalog.sdc.bot import beginner, normal
from games.catalog.sdc.game import GAME
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.state import SdcState
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from tests.catalog.sdc.positions import FOUR, HIGH, PAIR, M, S, bidding, cards, played, start


def decide(bot: Bot, state: SdcState, seat: int, seed: str = "bot") -> Move:
    view = GAME.view(state, seat)
    legal = rules.legal(state, seat)
    move = bot(view, legal, Rng(b"sdc", seed), Simulator(GAME, view))
    assert legal.contains(move)
    return move


@pytest.mark.parametrize(
    ("bot", "hand", "given"),
    [
        (beginner, PAIR, "FQ E4 E10"),
        (beginner, HIGH, HIGH),
        (beginner, "W8 W9 A10 FJ WQ", ""),
        (normal, PAIR, "FQ E4 E10"),
        (normal, HIGH, "F4 A6 A7 EQ"),
        (normal, "F2 F5 F9 FJ A3", "A3"),
        (normal, "F2 F5 F9 FJ A2", "F5 F9 FJ"),
        (normal, "E2 E5 E7 E10 EK", ""),
        (normal, "W6 A6 F4 A4 E8", "E8"),
        (normal, "W9 F7 A5 E3 F2", "W9 F7 A5 E3 F2"),
    ],
)
def test_draws(bot: Bot, hand: str, given: str) -> None:
    state = bidding(opener=hand, responder="W3 AQ EK A8 F8", phase="draw")
    move = decide(bot, state, M)
    assert isinstance(move, Draw)
    assert set(move.cards) == set(cards(given))


@pytest.mark.parametrize("bot", [beginner, normal])
def test_draws_within_a_smaller_limit(bot: Bot) -> None:
    state = bidding(opener="W9 F7 A5 E3 F2", phase="draw", options={"max_exchange": 3})
    assert decide(bot, state, M) == Draw(cards("A5 E3 F2"))


def test_normal_pays_for_a_good_hand_and_drops_a_bad_one() -> None:
    dear = played(bidding(opener=HIGH, responder=FOUR), (M, Bid(4)))
    assert decide(normal, dear, S) in (Call(), Raise(5))
    assert decide(normal, played(bidding(responder=HIGH, opener=PAIR), (M, Bid(4))), S) == Drop()
    assert decide(normal, played(bidding(opener=HIGH), (M, Bid(1)), (S, Raise(5))), M) == Drop()
    assert decide(normal, played(bidding(opener=FOUR, responder=HIGH), (M, Bid(1)), (S, Raise(5))), M) == Call()


def test_normal_never_drops_to_a_bid_of_one() -> None:
    one = played(bidding(opener=PAIR, responder="W7 F5 A4 E3 F2"), (M, Bid(1)))
    assert all(decide(normal, one, S, str(seed)) != Drop() for seed in range(20))


def test_beginner_stays_in_half_of_the_time() -> None:
    answers = [decide(beginner, played(bidding(), (M, Bid(2))), S, str(seed)) for seed in range(200)]
    assert 70 <= sum(move == Drop() for move in answers) <= 130


def winner(bots: tuple[Bot, Bot], seed: int) -> int:
    chance, state, decisions = Chance(f"match/{seed}".encode()), start(), 0
    while not rules.over(state):
        if step := rules.advance(state, chance):
            state = step.state
            continue
        seat = min(rules.waiting_on(state))
        decisions += 1
        move = decide(bots[seat], state, seat, f"{seed}/{decisions}")
        state = rules.apply(state, seat, move).state
    return rules.standing(state).winners[0]


def test_normal_beats_beginner() -> None:
    won = sum(winner((normal, beginner), seed) == 0 for seed in range(20))
    won += sum(winner((beginner, normal), seed) == 1 for seed in range(20))
    assert won >= 34  # 97 % over many matches
