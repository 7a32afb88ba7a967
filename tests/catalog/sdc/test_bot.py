"""What the bots do with given hands, how they fare against each other, and that no rule of thumb beats them."""

from itertools import product

import pytest

from games.arena.statistics import TournamentStatistics, wilson
from games.catalog.sdc import rules
from games.catalog.sdc.bots.abstraction import KINDS
from games.catalog.sdc.bots.bot import beginner, normal, strong
from games.catalog.sdc.bots.strategy import OPENER, RESPONDER, WHOLE, get_bounds, get_stage_table
from games.catalog.sdc.game import GAME
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.state import SdcState
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from tests.catalog.sdc.positions import FOUR, HIGH, PAIR, M, S, bidding, cards, played, start
from tests.catalog.sdc.scripts import SCRIPTS, compete, play
from tests.catalog.states import but


def decide(bot: Bot, state: SdcState, seat: int, seed: str = "bot") -> Move:
    view = GAME.view(state, seat)
    legal = rules.legal(state, seat)
    move = bot(view, legal, Rng(b"sdc", seed), Simulator(GAME, view))
    assert legal.contains(move)
    return move


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        (PAIR, "FQ E4 E10"),
        (HIGH, HIGH),
        ("W8 W9 A10 FJ WQ", ""),
    ],
)
def test_beginner_draws(hand: str, given: str) -> None:
    assert draws(beginner, hand, 1) == {cards(given)}


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        (PAIR, "FQ E4 E10"),
        (HIGH, "F4 A6 A7 EQ"),
        ("F2 F5 F9 FJ A3", "A3"),
        ("F2 F5 F9 FJ A2", "F5 F9 FJ"),
        ("E2 E5 E7 E10 EK", ""),
        ("W6 A6 F4 A4 E8", "E8"),
    ],
)
@pytest.mark.parametrize("bot", [normal, strong])
def test_the_others_draw_well_as_a_rule(bot: Bot, hand: str, given: str) -> None:
    assert cards(given) in draws(bot, hand)


@pytest.mark.parametrize("bot", [normal, strong])
def test_now_and_then_a_draw_deceives(bot: Bot) -> None:
    """One hand, several counts: a jack keeps company, too."""
    assert len({len(draw) for draw in draws(bot, "WJ F9 A8 E7 A6", 100)}) > 1


@pytest.mark.parametrize("bot", [beginner, normal, strong])
def test_draws_within_a_smaller_limit(bot: Bot) -> None:
    for seed in range(40):
        state = bidding(opener="W9 F7 A5 E3 F2", phase="draw", options={"max_exchange": 3})
        move = decide(bot, state, M, str(seed))
        assert isinstance(move, Draw)
        assert len(move.cards) <= 3


def draws(bot: Bot, hand: str, tries: int = 40) -> set[tuple[str, ...]]:
    """As responder."""
    state = bidding(opener="W3 AQ EK A8 F8", responder=hand, phase="draw")
    moves = [decide(bot, state, S, str(seed)) for seed in range(tries)]
    return {cards(" ".join(move.cards)) for move in moves if isinstance(move, Draw)}


@pytest.mark.parametrize("bot", [normal, strong])
def test_four_of_a_kind_pays_every_price(bot: Bot) -> None:
    dear = played(bidding(opener=HIGH, responder=FOUR), (M, Bid(4)))
    assert choices(bot, dear, S) <= {Call(), Raise(5)}
    assert choices(bot, played(bidding(opener=FOUR, responder=HIGH), (M, Bid(1)), (S, Raise(5))), M) == {Call()}


@pytest.mark.parametrize("bot", [normal, strong])
def test_a_high_card_is_no_good_for_a_high_price(bot: Bot) -> None:
    assert choices(bot, played(bidding(opener=HIGH), (M, Bid(1)), (S, Raise(5))), M) == {Drop()}
    state = played(bidding(responder="W7 F5 A4 E3 F2", opener=PAIR), (M, Bid(4)))
    answers = [decide(bot, state, S, str(seed)) for seed in range(100)]
    assert answers.count(Drop()) > 60
    assert Call() not in answers


@pytest.mark.parametrize("bot", [normal, strong])
def test_the_worst_hand_bluffs_and_does_not_drop_to_a_bid_of_one(bot: Bot) -> None:
    state = played(after(3, 3, opener=PAIR, responder="W7 F5 A4 E3 F2"), (M, Bid(1)))
    answers = choices(bot, state, S)
    assert Drop() not in answers
    assert {type(answer) for answer in answers} >= {Raise}


@pytest.mark.parametrize("bot", [normal, strong])
def test_weak_hands_bid_what_strong_ones_bid(bot: Bot) -> None:
    good, bad = (
        {move.coins for move in choices(bot, after(3, 3, opener=hand), M, 300) if isinstance(move, Bid)}
        for hand in ("WK FK AK E4 F4", "W7 F5 A4 E3 F2")
    )
    assert max(good) > 2
    assert good <= bad


def after(opener_drew: int, responder_drew: int, **hands: str) -> SdcState:
    state = bidding(**hands)  # type: ignore[arg-type]
    return but(state, exchanged=(opener_drew, responder_drew))


def choices(bot: Bot, state: SdcState, seat: int, tries: int = 60) -> set[Move]:
    return {decide(bot, state, seat, str(seed)) for seed in range(tries)}


@pytest.mark.parametrize("limit", range(2, 11))
@pytest.mark.parametrize("exchange", [3, 4, 5])
def test_every_bid_has_an_answer(limit: int, exchange: int) -> None:
    """Also amounts that the table leaves out, and counts that it never meets."""
    options = {"max_bid": 10, "max_exchange": exchange, "start_coins": 20}
    for counts in ((0, exchange), (exchange, 0), (1, 2)):
        state = bidding(coins=(limit, 40 - limit), opener=PAIR, responder=HIGH, options=options)
        state = but(state, exchanged=counts)
        for bid in range(1, limit + 1):
            bid_state = played(state, (M, Bid(bid)))
            assert choices(strong, bid_state, S, 5)
            for to in range(bid + 1, limit + 1):
                assert choices(strong, played(bid_state, (S, Raise(to))), M, 3) <= {Call(), Drop()}


def last(coins: tuple[int, int], **hands: str) -> SdcState:
    """The last of twenty stages."""
    return but(bidding(coins=coins, options={"stage_limit": 20}, **hands), stage=20)  # type: ignore[arg-type]


def test_strong_does_not_drop_what_would_be_the_end() -> None:
    hopeless = played(last((12, 8), opener=PAIR, responder="W7 F5 A4 E3 F2"), (M, Bid(3)))
    assert Drop() not in choices(strong, hopeless, S)
    early = played(bidding((12, 8), opener=PAIR, responder="W7 F5 A4 E3 F2"), (M, Bid(3)))
    assert Drop() in choices(strong, early, S)


def test_strong_risks_nothing_with_a_safe_lead() -> None:
    ahead = last((14, 6), opener=FOUR)
    assert choices(strong, ahead, M) <= {Bid(1), Bid(2), Bid(3)}  # a drop to a raise keeps the lead
    assert choices(strong, played(ahead, (M, Bid(1)), (S, Raise(5))), M) == {Drop()}


@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize("exchange", [3, 4, 5])
def test_the_table_has_an_answer_to_everything(level: str, exchange: int) -> None:
    """All weights of a choice are `WHOLE` together, and no draw breaks the limit."""
    for limit in range(1, 11):
        table = get_stage_table(level, exchange, limit)
        for role, kind in product((OPENER, RESPONDER), range(KINDS)):
            assert sum(table.weigh_draws(role, kind)) == WHOLE
        for own_count, other, at in product(
            range(exchange + 1), range(exchange + 1), range(len(get_bounds(level)) + 1)
        ):
            assert sum(table.weigh_bids(own_count, other, at).values()) == WHOLE
            for bid in table.amounts:
                assert sum(table.weigh_answers(bid, own_count, other, at).values()) == WHOLE
                assert all(
                    min(table.weigh_replies(bid, to, own_count, other, at).values()) >= 0
                    for to in table.get_raises(bid)
                )


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


@pytest.mark.parametrize("bot", [normal, strong])
def test_beats_beginner(bot: Bot) -> None:
    won = sum(winner((bot, beginner), seed) == 0 for seed in range(20))
    won += sum(winner((beginner, bot), seed) == 1 for seed in range(20))
    assert won >= 32  # 92 % over many matches


def test_normal_stands_up_to_rules_of_thumb(script: str) -> None:
    held(play(script, "normal", 60))


def test_strong_stands_up_to_rules_of_thumb(script: str) -> None:
    held(play(script, "strong", 60))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["normal", "strong"])
def test_no_rule_of_thumb_wins_more_than_55_percent(script: str, level: str) -> None:
    statistics = play(script, level, 1500)
    assert statistics.is_flawless
    assert statistics.wins <= 0.55 * statistics.matches
    if level == "strong":
        assert statistics.wins <= 0.5 * statistics.matches


@pytest.mark.slow
def test_strong_beats_normal() -> None:
    statistics = compete("strong", "normal", 2500)
    assert wilson(statistics.wins, statistics.matches)[0] >= 0.6


def held(statistics: TournamentStatistics) -> None:
    """Return whether the result is compatible with at most 55 %."""
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] <= 0.55


@pytest.fixture(params=SCRIPTS)
def script(request: pytest.FixtureRequest) -> str:
    return str(request.param)
