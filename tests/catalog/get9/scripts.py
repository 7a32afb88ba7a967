"""Ways to play of a few lines each, for people who look for one rule that beats a bot. None may do so by much."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.arena.statistics import TournamentStatistics
from games.arena.tournament import Tournament, parse_options
from games.catalog import registry
from games.catalog.get9.bots.piles import BEST_WORTH, to_pile
from games.catalog.get9.bots.win_probability import count_wins, get_best_card, good_splits
from games.catalog.get9.metadata import METADATA
from games.catalog.get9.moves import AllIn, Call, Check, Choose, Fold, Move, Open, Raise, Split
from games.catalog.get9.types import ROUNDS
from games.catalog.get9.view import Get9View
from games.engine.game import Bot, Legal, Rng, Simulator
from games.engine.legal_moves import Amount

USUAL_WORTH = 54  # ninths of a point that a pile brings on average

# What to bring the bet to: 0 gives up unless a rest is free; anything between is a call, anything above a raise.
Betting = Callable[[Get9View, int, int, Rng], int]  # view, the table's bet, the most that is open -> chips


def lead(view: Get9View) -> int:
    """Points ahead of the best of the others and the dealer."""
    public = view.public
    return public.points[view.me] - max(public.dealer_points, *(public.points[seat] for seat in view.rivals), 0)


def bet_the_limit(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """The most, always."""
    return highest


def bet_a_lead(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """The most when ahead, calls up to five points behind."""
    return highest if lead(view) > 0 else now if lead(view) >= -5 else 0


def call_everything(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    return max(1, now)


def wait_for_a_lead(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """Folds if anyone has more points, otherwise bets the most."""
    return highest if lead(view) >= 0 else 0


def one_more(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """Raises by one whenever it can."""
    return now + 1


def call_small_bets(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """Stays in for up to two chips, for more only with a lead of six."""
    return highest if lead(view) >= 6 else max(1, now) if now <= 2 else 0


def open_high_then_rest(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """Bets the most in the first round unless far behind; afterwards it pays for nothing."""
    return highest if view.public.round == 1 and lead(view) > -10 else 0


def all_on_a_good_chance(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """Counts imagined ends: the most with a good chance, a call if the pots pay for it."""
    public = view.public
    percent = count_wins(view, 60, rng)[""] * 100 // 60
    if percent * len(public.active) >= 130:
        return highest
    to_call = now - public.bets[view.me]
    return now if percent * (sum(public.pots) + to_call + public.carry) >= 70 * to_call else 0


def count_what_is_to_come(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """The lead, with what the own piles bring on average against what anybody's do: the most from 4 points on."""
    public = view.public
    worth = sum(BEST_WORTH[to_pile(pile)] for pile in view.mine.piles[public.round :])
    ahead = lead(view) + (worth - USUAL_WORTH * (ROUNDS - public.round)) // 9
    return highest if ahead >= 4 else now if ahead >= -4 else 0


def press_a_tie(view: Get9View, now: int, highest: int, rng: Rng) -> int:
    """The same; after the last cards it also bets the most against players level with it."""
    if view.public.round == ROUNDS:
        return highest if lead(view) >= 0 else 0
    return count_what_is_to_come(view, now, highest, rng)


SCRIPTS: dict[str, Betting] = {
    "bet the limit": bet_the_limit,
    "bet a lead": bet_a_lead,
    "call everything": call_everything,
    "wait for a lead": wait_for_a_lead,
    "one more": one_more,
    "call small bets": call_small_bets,
    "open high then rest": open_high_then_rest,
    "all on a good chance": all_on_a_good_chance,
    "count what is to come": count_what_is_to_come,
    "press a tie": press_a_tie,
}


def make_bot(name: str) -> Bot[Get9View, Move]:
    """The script as a bot. It lays the best pile first and plays the best card on average."""
    betting = SCRIPTS[name]

    def choose(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
        if legal.of("split") is not None:
            return Split(tuple(sorted(rng.choice(good_splits()), key=lambda pile: -BEST_WORTH[to_pile(pile)])))
        if legal.of("choose") is not None:
            return Choose(get_best_card(view.mine.piles[view.public.round - 1]))
        return _bet(view, legal, betting, rng)

    return choose


def _bet(view: Get9View, legal: Legal[Move], betting: Betting, rng: Rng) -> Move:
    now, amount = view.public.table_bet, legal.of("open") or legal.of("raise")
    highest = amount.max if isinstance(amount, Amount) else now
    chips = min(highest, betting(view, now, highest, rng))
    if isinstance(amount, Amount) and amount.make is Open:
        return Open(max(1, chips))
    if legal.contains(Raise(chips)):
        return Raise(chips)
    if legal.contains(Check()):
        return Check()
    if not chips:
        return Fold()
    return Call() if legal.contains(Call()) else AllIn()


def play(name: str, level: str, deals: int, seats: int = 4, options: Sequence[str] = ()) -> TournamentStatistics:
    """That many deals of the script against the level in all other seats, each from every seat."""
    return compete(name, level, deals, seats, options, {name: make_bot(name)})


def compete(
    level: str, other: str, deals: int, seats: int = 4, options: Sequence[str] = (),
    extra_bots: Mapping[str, Bot[Any, Any]] = MappingProxyType({}),
) -> TournamentStatistics:  # fmt: skip
    """That many deals of one against the other in all other seats, both of the game's bots or of `extra_bots`."""
    game = registry.get_game(METADATA.slug)
    game = replace(game, bots={**game.bots, **extra_bots})
    tournament = Tournament(game, parse_options(METADATA, options), seats, level, other, deals, seed=1)
    statistics = TournamentStatistics(tournament)
    for seat, result in tournament.play_matches():
        statistics.add(seat, result)
    return statistics
