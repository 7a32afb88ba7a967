"""The rules without the site compared with well-known libraries, on one core: poker hands, Dilemma hands, Dou Dizhu.

Run by `python -m tests.bench`. A library that isn't installed (requirements-bench.txt) is named and left out.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.game import Game, State

REPEATS, SECONDS = 5, 0.4  # per figure: the best of several runs, because other programs only ever slow one down
MATCHES = 20  # the same ones in every run
DICE = random.Random(20)


def rate(work: Callable[[], int]) -> float:
    """Units per second: `work` does some and says how many."""
    work()
    return max(run(work) for _ in range(REPEATS))


def run(work: Callable[[], int]) -> float:
    begin, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - begin) < SECONDS:
        count += work()
    return count / spent


def figures() -> Iterator[tuple[str, float, list[tuple[str, float]]]]:
    """Return (subject, our rate per second, (library, its rate) if it is installed)."""
    yield "seven-card poker hands", rate(our_hands()), list(rivals(treys_hands, pokerkit_hands))
    yield "random six-player Dilemma hands", rate(our_dilemma), list(rivals(pokerkit_deals))
    yield "lists of Dou Dizhu leads", rate(our_leads()), list(rivals(rlcard_leads))
    yield "random Dou Dizhu moves", rate(our_doudizhu), list(rivals(rlcard_moves))


def rivals(*makers: Callable[[], tuple[str, Callable[[], int]]]) -> Iterator[tuple[str, float]]:
    for maker in makers:
        try:
            name, work = maker()
        except ImportError:
            yield f"{maker.__name__.split('_')[0]} (not installed)", 0.0
        else:
            yield name, rate(work)


# --- poker hands

SUITS, RANKS = "shdc", [*"23456789TJQKA"]
DEALS = [DICE.sample([rank + suit for suit in SUITS for rank in RANKS], 7) for _ in range(2_000)]


def our_hands() -> Callable[[], int]:
    from games.kit.poker_hands import Ranking

    ranking = Ranking(SUITS, RANKS, has_wheel=True)
    best, deals = ranking.best, [ranking.codes(suit + rank for rank, suit in deal) for deal in DEALS]

    def work() -> int:
        for deal in deals:
            best(deal)
        return len(deals)

    return work


def treys_hands() -> tuple[str, Callable[[], int]]:
    from treys import Card, Evaluator

    evaluate = Evaluator().evaluate
    deals = [[Card.new(card) for card in deal] for deal in DEALS]

    def work() -> int:
        for deal in deals:
            evaluate(deal[:5], deal[5:])
        return len(deals)

    return "treys", work


def pokerkit_hands() -> tuple[str, Callable[[], int]]:
    from pokerkit import StandardHighHand

    texts = [("".join(deal[5:]), "".join(deal[:5])) for deal in DEALS[:50]]

    def work() -> int:
        for hole, board in texts:
            StandardHighHand.from_game(hole, board)
        return len(texts)

    return "PokerKit", work


# --- whole games with random moves, no views made


def played(title: Game, options: dict[str, Any], seats: int, seed: int) -> Iterator[State]:
    """A match with random legal moves: every state after a decision."""
    rules, rng, chance = title.rules, Rng(b"bench", str(seed)), Chance(b"%d" % seed)
    state = rules.setup({**title.metadata.clean_options(options), "rules": title.metadata.rules}, seats)
    while not rules.over(state):
        while step := rules.advance(state, chance):
            state = step.state
        for seat in sorted(rules.waiting_on(state)):
            state = rules.apply(state, seat, rules.legal(state, seat).sample(rng)).state
            yield state


def our_dilemma() -> int:
    """Hands of some matches."""
    title, hands = registry.get_game("dilemma"), 0
    last: Any = None
    for seed in range(MATCHES):
        for last in played(title, {}, 6, seed):  # noqa: B007
            pass
        hands += last.public.hand
    return hands


def pokerkit_deals() -> tuple[str, Callable[[], int]]:
    from pokerkit import Automation, NoLimitTexasHoldem

    def work() -> int:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (10, 20), 20, (1_000,) * 6, 6)
        while state.status:
            lowest, highest = state.min_completion_betting_or_raising_to_amount, None
            kind = DICE.randrange(3)
            if kind == 0 and state.can_fold():
                state.fold()
            elif kind == 1 and lowest is not None and state.can_complete_bet_or_raise_to():
                highest = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(DICE.randint(lowest, highest or lowest))
            else:
                state.check_or_call()
        return 1

    return "PokerKit", work


def our_leads() -> Callable[[], int]:
    from games.catalog.doudizhu.move_tables import get_move_tables
    from games.catalog.doudizhu.ranks import pack

    deck = [*"3456789", "10", *"JQKA2"] * 8 + ["s", "B"] * 2
    hands, leads = [pack(DICE.sample(deck, 33)) for _ in range(500)], get_move_tables(True).list_leads

    def work() -> int:
        for hand in hands:
            leads(hand)
        return len(hands)

    return work


def rlcard_leads() -> tuple[str, Callable[[], int]]:
    from rlcard.games.doudizhu.judger import DoudizhuJudger

    deck = [*"3456789TJQKA2"] * 4 + ["B", "R"]
    order = "3456789TJQKA2BR".index
    hands = ["".join(sorted(DICE.sample(deck, 20), key=order)) for _ in range(50)]

    def work() -> int:
        for hand in hands:
            DoudizhuJudger.playable_cards_from_hand(hand)
        return len(hands)

    return "RLCard (20 cards of one deck)", work


def our_doudizhu() -> int:
    """Moves of some sessions."""
    title = registry.get_game("doudizhu")
    return sum(1 for seed in range(MATCHES) for _ in played(title, {}, 4, seed))


def rlcard_moves() -> tuple[str, Callable[[], int]]:
    import rlcard

    env = rlcard.make("doudizhu")

    def work() -> int:
        state, _ = env.game.init_game()
        moves = 0
        while not env.game.is_over():
            state, _ = env.game.step(DICE.choice(state["actions"]))
            moves += 1
        return moves

    return "RLCard (three players, one deck)", work


def show() -> None:
    print("\nRules alone on one core, a second")
    for name, ours, rival_rates in figures():
        print(f"  {name:32} {ours:12,.0f}")
        for rival, rate_ in rival_rates:
            print(f"    {rival:30} {rate_:12,.0f}" + (f"   × {ours / rate_:.1f}" if rate_ else ""))


if __name__ == "__main__":
    show()
