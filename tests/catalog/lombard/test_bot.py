"""The bots of Lombard Hold'em: rules of thumb, sums, a table, worlds and advice; and their strength."""

from collections.abc import Mapping

import pytest

from games.arena.statistics import TournamentStatistics, wilson
from games.catalog.lombard import rules
from games.catalog.lombard.bots.advice import advise
from games.catalog.lombard.bots.answers import PERCENT, SITUATIONS, answer, get_answers, read_situation
from games.catalog.lombard.bots.bot import BOTS, beginner, normal, strong
from games.catalog.lombard.bots.hopes import get_hope, get_next_hope
from games.catalog.lombard.bots.levels import LEVELS, get_levels
from games.catalog.lombard.bots.opening import choose_card_to_open
from games.catalog.lombard.bots.opponent_model import ACTION_PERCENTAGES, make_hole_sampler, sample_action
from games.catalog.lombard.bots.strategy import FAR, WHOLE, weigh_actions
from games.catalog.lombard.bots.win_probability import WinChances, estimate_win_chances
from games.catalog.lombard.game import GAME
from games.catalog.lombard.hands import encode_cards
from games.catalog.lombard.moves import Move
from games.catalog.lombard.state import LombardState
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from games.engine.metadata import Value
from tests.catalog.lombard.positions import CALL, DOUBLE, FOLD, OTHER, begin, first_turn, house, lay, play
from tests.catalog.lombard.scripts import SCRIPTS, compete
from tests.catalog.lombard.scripts import play as play_script


def decide(bot: Bot, state: LombardState, stream: str = "bot") -> Move:
    assert state.public.turn is not None
    view = GAME.view(state, state.public.turn)
    return bot(view, rules.legal(state, state.public.turn), Rng(b"bots", stream), Simulator(GAME, view))


def worth(*holes: str, board: str, moves: tuple[Move, ...] = ()) -> WinChances:
    state = play(lay(*holes, board=board), *moves)
    assert state.public.turn is not None
    return estimate_win_chances(GAME.view(state, state.public.turn), Rng(b"bots", "worth"))


def expected(**balances: tuple[int, int]) -> WinChances:
    """Return seat 1's hope with certain balances after each decision."""
    return WinChances(**{action: get_hope(after, 1, 16) for action, after in balances.items()})


def winner(bots: list[Bot], seed: str, **options: Value) -> int:
    """Return the winner of a match of these bots."""
    house, rng, state = Chance(seed.encode()), Rng(seed.encode(), "bots"), begin(len(bots), **options)
    while not rules.over(state):
        if step := rules.advance(state, house):
            state = step.state
            continue
        seat = state.public.turn
        assert seat is not None
        view = GAME.view(state, seat)
        move = bots[seat](view, rules.legal(state, seat), rng, Simulator(GAME, view))
        state = rules.apply(state, seat, move).state
    (won,) = rules.standing(state).winners
    return won


# --- the beginner ------------------------------------------------------------------------------------------------


def test_beginner_calls_a_pair_with_the_lower_card() -> None:
    assert decide(beginner, lay("K9 N3", "N2 B7", board="N9 K4 B5 K1 K11")) == OTHER
    assert decide(beginner, lay("N3 K9", "N2 B7", board="N9 K4 B5 K1 K11")) == CALL


def test_beginner_doubles_two_pair_or_better() -> None:
    assert decide(beginner, lay("K9 N4", "N2 B7", board="N9 K4 B5 K1 K11")) == DOUBLE


def test_beginner_folds_about_seven_in_ten_weak_hands() -> None:
    state = lay("K8 N2", "N3 B7", board="N9 K4 B5 K1 K11")
    folds = sum(decide(beginner, state, str(number)) == FOLD for number in range(300))
    assert 180 <= folds <= 240


def test_beginner_never_folds_when_fold_is_not_offered() -> None:
    state = play(lay("N3 B7", "N2 K8", board="N9 K4 B5 K1 K11", last_player_acts=True), FOLD)
    assert {decide(beginner, state, str(number)) for number in range(50)} == {CALL}


# --- what the normal player thinks of others ---------------------------------------------------------------------

BOARD = encode_cards(("N9", "K4", "B5"))


def test_every_kind_of_hand_does_something() -> None:
    assert [sum(row) for row in zip(*ACTION_PERCENTAGES.values(), strict=True)] == [100, 100, 100]


@pytest.mark.parametrize(("hole", "usual"), [("K8 N2", "fold"), ("K9 N3", "call"), ("K9 N4", "double")])
def test_a_rival_is_thought_to_play_like_a_beginner(hole: str, usual: str) -> None:
    first, second = hole.split()
    rng = Rng(b"bots", hole)
    assert sum(sample_action((first, second), BOARD, rng) == usual for _ in range(100)) > 55


def test_a_double_speaks_for_two_pair_and_a_call_for_a_higher_hidden_card() -> None:
    unseen = ("K8", "N2", "K9", "N4", "K1")
    rng = Rng(b"bots", "reading")
    strong = make_hole_sampler("double", None, unseen, BOARD)
    assert sum(strong(rng) == ("K9", "N4") for _ in range(100)) > 60
    hidden = [make_hole_sampler("call", "N5", unseen, BOARD)(rng)[1] for _ in range(100)]
    assert sum(card in ("K8", "K9") for card in hidden) > 70


def test_hope_grows_towards_the_target_and_shrinks_with_a_rival_near_it() -> None:
    assert get_hope((8, 8, 8), 0, 16) < get_hope((10, 8, 8), 0, 16) < get_hope((15, 8, 8), 0, 16) < 1_000_000
    assert get_hope((8, 15, 8), 0, 16) < get_hope((8, 11, 12), 0, 16)


# --- the normal player -------------------------------------------------------------------------------------------


def test_a_royal_is_worth_the_whole_pot() -> None:
    # 1 in the pot, 1 paid by the rival, and the own coin comes back; it cannot lose
    royal = worth("N2 K3", "P4 P6", board="P8 K7 K8 K9 N5", moves=(CALL,))
    assert royal == expected(call=(7, 10), double=(7, 11), fold=(9, 8))


def test_a_certain_loss_costs_the_payment_and_swells_the_rivals_pot() -> None:
    # the rival opened a prince next to the two on the table: the best of bad hands
    hopeless = worth("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5", moves=(CALL,))
    assert hopeless == expected(call=(10, 7), double=(12, 6), fold=(9, 8))


def test_without_debts_nobody_falls_below_nothing() -> None:
    options: dict[str, Value] = {"track_debt": False}
    state = play(lay("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5", balances=(8, 1), **options), CALL)
    hopeless = estimate_win_chances(GAME.view(state, 1), Rng(b"bots", "worth"))
    assert hopeless == expected(call=(10, 0), double=(12, 0), fold=(9, 1))


def test_normal_plays_the_strong_hand_and_drops_the_hopeless_one() -> None:
    assert decide(normal, play(lay("N2 K3", "P4 P6", board="P8 K7 K8 K9 N5"), CALL)) == DOUBLE
    assert decide(normal, play(lay("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5"), CALL)) == FOLD


@pytest.mark.parametrize(("rival", "move"), [(8, FOLD), (14, DOUBLE)])
def test_normal_denies_the_last_coins_to_a_rival(rival: int, move: Move) -> None:
    """Weak against a DOUBLE, it folds; not if the pot would end the match."""
    state = play(lay("N8 B6", "N2 K1", board="K4 K6 B7 N9 K5", balances=(rival, 8)), DOUBLE)
    assert decide(normal, state) == move


def test_normal_takes_the_free_coin_when_alone() -> None:
    state = play(lay("N3 B7", "N2 K8", board="N9 K4 B5 K1 K11", last_player_acts=True), FOLD)
    assert decide(normal, state) == DOUBLE


@pytest.mark.parametrize(
    ("hole", "kept"),
    [("P4 K10", "P4"), ("K10 P4", "P4"), ("K9 N2", "K9"), ("N2 K9", "K9"), ("K3 N10", "N10"), ("N9 K11", "N9")],
)
def test_normal_opens_the_card_thattells_least(hole: str, kept: str) -> None:
    """No prince, none that pairs with the table, else the lower one."""
    cards = tuple(hole.split())
    assert cards[1 - choose_card_to_open(cards, ("B5", "B7", "N9" if "N9" not in cards else "K9"))] == kept


@pytest.mark.parametrize(
    ("seats", "bound", "matches"), [(2, 0.55, 60), pytest.param(4, 0.26, 120, marks=pytest.mark.slow)]
)
def test_normal_beats_beginners(seats: int, bound: float, matches: int) -> None:
    """Seat-balanced; the bound is well below the measured share (about 0.66 and 0.31) and above an even one."""
    wins = 0
    for number in range(matches):
        bots = [BOTS["beginner"]] * seats
        bots[number % seats] = BOTS["normal"]
        wins += winner(bots, f"duel {number}") == number % seats
    assert wins / matches > bound


# --- the strong player -------------------------------------------------------------------------------------------

OPTIONS: list[dict[str, Value]] = [
    {}, {"last_player_acts": True}, {"track_debt": False, "start_coins": 4}, {"target_coins": 32},
]  # fmt: skip


def test_levels_are_the_same_for_both_orders_and_grow_with_the_hand() -> None:
    levels = get_levels(("K9", "N8", "B6"))
    assert levels["K3"]["N9"] == levels["N9"]["K3"]
    assert levels["N2"]["K4"] < levels["N9"]["K3"] < levels["N9"]["N6"]
    assert get_levels(("P4", "P6", "K1"))["P8"]["K2"] == 31


def test_the_hopes_of_two_are_one_together_and_change_with_who_begins() -> None:
    public = lay("K9 N4", "N2 B7", board="N9 K4 B5 K1 K11").public
    for balances in ((8, 8), (15, 3), (1, 14), (-9, -3)):
        assert get_next_hope(balances, 0, public) + get_next_hope(balances, 1, public) == 1_000_000
    assert get_next_hope((9, 8), 0, public) > get_next_hope((8, 8), 0, public) > get_next_hope((8, 9), 0, public)
    assert get_next_hope((16, 15), 0, public) == 1_000_000


def test_strongs_table_has_a_row_for_everything() -> None:
    for board in ("N9 K4 B5 K1 K11", "P8 P6 B8 B5 N5", "K2 K3 N5 N6 K7"):
        for ahead in (-30, -4, 8, 15):
            for behind in (1, 15):
                state = lay("K9 N4", "N2 B7", board=board, balances=(ahead, behind))
                for moves in ((), (CALL,), (OTHER,), (DOUBLE,)):
                    later = play(state, *moves)
                    assert later.public.turn is not None
                    assert sum(weigh_actions(GAME.view(later, later.public.turn)).values()) == WHOLE
    assert FAR >= 16


def test_strong_plays_the_strong_hand_and_drops_the_hopeless_one() -> None:
    assert decide(strong, play(lay("N2 K3", "P4 P6", board="P8 K7 K8 K9 N5"), CALL)) == DOUBLE
    assert decide(strong, play(lay("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5"), CALL)) == FOLD
    other_hands = ("K4 B7", "K2 N10")
    assert decide(strong, play(lay("N2 K3", "P4 P6", *other_hands, board="P8 K7 K8 K9 N5"), CALL)) == DOUBLE
    assert decide(strong, play(lay("N4 K6", "N2 K3", *other_hands, board="P8 P6 B8 B5 N5"), DOUBLE)) == FOLD


def test_strong_takes_the_free_coin_when_alone() -> None:
    state = play(lay("N3 B7", "N2 K8", board="N9 K4 B5 K1 K11", last_player_acts=True), FOLD)
    assert decide(strong, state) == DOUBLE


def test_every_situation_and_level_has_an_answer() -> None:
    for situation in range(SITUATIONS):
        assert len(get_answers(situation)) == LEVELS
        for shares in get_answers(situation):
            assert min(shares.values()) >= 0
            assert sum(shares.values()) == PERCENT
    shares = get_answers(0)[LEVELS // 2]
    moods = [answer(shares, mood) for mood in range(PERCENT)]
    assert {action: moods.count(action) for action in shares} == shares


def test_who_decided_before_is_read_as_it_was_then() -> None:
    """Three to come and no one in; then a CALL, or a DOUBLE, and two to come."""
    state = first_turn(4)
    first, second = state.public.order[:2]
    now = read_situation(state.public, first)
    assert read_situation(play(state, CALL, DOUBLE).public, first) == now
    called, doubled = (read_situation(play(state, move).public, second) for move in (CALL, DOUBLE))
    assert len({now, called, doubled}) == 3
    assert read_situation(play(state, CALL, DOUBLE).public, second) == called


def test_who_would_win_with_the_pot_is_noticed() -> None:
    holes = ("K9 N4", "N2 B7", "K3 N5")
    situations = {
        read_situation(play(lay(*holes, board="N9 K4 B5 K1 K11", balances=(coins, 8, 8)), CALL).public, 1)
        for coins in (8, 14, 15)  # a coin less for the CALL; the pot has two
    }
    assert len(situations) == 3


@pytest.mark.parametrize("moves", [(), (CALL,), (DOUBLE,), (CALL, DOUBLE), (FOLD, DOUBLE)])
def test_strong_reckons_with_what_normal_does(moves: tuple[Move, ...]) -> None:
    """How often normal is expected to stay in, and does, over some deals at a table of four."""
    expected = stayed = 0.0
    for number in range(40):
        state = play(house(begin(4), Chance(f"normal {number}".encode()))[0], *moves)
        seat = state.public.turn
        assert seat is not None
        first, second = state.own[seat].cards
        level = get_levels(state.public.board)[first][second]
        expected += 1 - get_answers(read_situation(state.public, seat))[level]["fold"] / PERCENT
        stayed += decide(normal, state, str(number)) != FOLD
    assert abs(expected - stayed) < 8


def wins_of(level: str, other: str, matches: int, seats: int = 2) -> TournamentStatistics:
    statistics = compete(level, other, matches, seats)
    assert statistics.is_flawless
    return statistics


def test_strong_beats_normal_more_often_than_not() -> None:
    wins = wins_of("strong", "normal", 30)
    assert wilson(wins.wins, wins.matches)[1] > 0.6


@pytest.mark.slow
def test_strong_beats_normal() -> None:
    wins = wins_of("strong", "normal", 3000)
    assert wilson(wins.wins, wins.matches)[0] >= 0.6


@pytest.mark.slow
@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_rule_of_thumb_wins_much(script: str, level: str) -> None:
    statistics = play_script(script, level, 600)
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] <= (0.55 if level == "normal" else 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_rule_of_thumb_wins_much_at_a_table_of_four(script: str, level: str) -> None:
    statistics = play_script(script, level, 400, 4)
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] <= 0.275


# --- advice ------------------------------------------------------------------------------------------------------


def advice_on(state: LombardState, *also: Move, seed: str = "advice") -> Mapping[Move, tuple[int, int]]:
    """Value and error by move, the best first."""
    seat = state.public.turn
    assert seat is not None
    view = GAME.view(state, seat)
    advice = advise(view, rules.legal(state, seat), Rng(b"bots", seed), Simulator(GAME, view), 1, also)
    assert 0 <= (advice.ahead or 0) <= advice.worlds
    return {rating.move: (rating.value, rating.error) for rating in advice.ratings}


@pytest.mark.parametrize(
    ("state", "best", "blunder"),
    [
        (play(lay("N2 K3", "P4 P6", board="P8 K7 K8 K9 N5"), CALL), DOUBLE, FOLD),
        (play(lay("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5"), CALL), FOLD, DOUBLE),
        (play(lay("N2 K3", "P4 P6", "N4 B7", board="P8 K7 K8 K9 N5"), CALL), DOUBLE, FOLD),
        (play(lay("N4 K6", "N2 K3", "K4 N10", board="P8 P6 B8 B5 N5"), DOUBLE), FOLD, DOUBLE),
    ],
)
def test_advice_finds_the_clear_move_and_the_price_of_a_blunder(state: LombardState, best: Move, blunder: Move) -> None:
    ratings = advice_on(state)
    assert next(iter(ratings)) == best
    assert set(ratings) == {FOLD, CALL, OTHER, DOUBLE}
    assert ratings[best][0] - ratings[blunder][0] > 4 * ratings[blunder][1]


def test_advice_is_the_same_for_the_same_chance() -> None:
    state = first_turn(3)
    assert advice_on(state) == advice_on(state)
    assert advice_on(state) != advice_on(state, seed="other")


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 5])
def test_advice_and_strong_answer_every_turn(options: dict[str, Value], seats: int) -> None:
    state = first_turn(seats, **options)
    for move in (DOUBLE, CALL, FOLD, DOUBLE):
        if state.public.turn is None:
            break
        assert len(advice_on(state)) == 4
        decide(strong, state)
        state = play(state, move)
    alone = play(first_turn(2, **options), FOLD)
    if alone.public.turn is not None:
        assert next(iter(advice_on(alone))) == DOUBLE
