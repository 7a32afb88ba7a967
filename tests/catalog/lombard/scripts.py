"""Ways to play of a few lines each, for people who look for one rule that beats a bot. None may do so by much."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.arena.statistics import TournamentStatistics
from games.arena.tournament import Tournament
from games.catalog import registry
from games.catalog.lombard.bots.levels import get_levels
from games.catalog.lombard.bots.opening import choose_card_to_open
from games.catalog.lombard.hands import PAIR, THREE, TWO_PAIR, encode_cards, number_of, strength
from games.catalog.lombard.metadata import METADATA
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.types import Action
from games.catalog.lombard.view import LombardView
from games.engine.game import Bot, Legal, Rng, Simulator

Script = Callable[[LombardView], Action]


def always_double(view: LombardView) -> Action:
    return "double"


def always_call(view: LombardView) -> Action:
    return "call"


def play_pairs(view: LombardView) -> Action:
    """Two pair doubles, a pair calls, nothing folds."""
    category = get_category(view)
    return "double" if category >= TWO_PAIR else "call" if category == PAIR else "fold"


def double_pairs(view: LombardView) -> Action:
    return "double" if get_category(view) >= PAIR else "fold"


def play_high_cards(view: LombardView) -> Action:
    """The same as pairs with a nine or higher."""
    category = get_category(view)
    return "double" if category >= TWO_PAIR else "call" if category == PAIR or get_highest(view) >= 9 else "fold"


def double_first(view: LombardView) -> Action:
    """The first player doubles any hand; others play pairs."""
    actions, category = view.public.actions, get_category(view)
    if "double" in actions:
        return "double" if category >= THREE else "call" if category >= PAIR else "fold"
    if "call" in actions:
        return "double" if category >= TWO_PAIR else "call" if category == PAIR or get_highest(view) >= 9 else "fold"
    return "double"


def double_first_and_reckon(view: LombardView) -> Action:
    """The same by the chance to win, as a table of all hands would tell it, with the prices of two players."""
    actions, level = view.public.actions, get_level(view)
    if "double" in actions:
        return "double" if level >= 28 else "call" if level >= 15 else "fold"
    if "call" in actions:
        return "double" if level >= 22 else "call" if level >= 12 else "fold"
    return "double"


def double_fair_hands_first(view: LombardView) -> Action:
    """The same, but the worst hands call or fold."""
    level = get_level(view)
    if "double" in view.public.actions or "call" in view.public.actions:
        return double_first_and_reckon(view)
    return "double" if level >= 10 else "call" if level >= 8 else "fold"


def reckon(view: LombardView) -> Action:
    """Only good hands double."""
    first = "call" not in view.public.actions and "double" not in view.public.actions
    if first:
        level = get_level(view)
        return "double" if level >= 23 else "call" if level >= 11 else "fold"
    return double_first_and_reckon(view)


def race(view: LombardView) -> Action:
    """As with pairs, but who could win the match with this pot is never let go."""
    public = view.public
    rivals = (balance for seat, balance in enumerate(public.balances) if seat != view.me)
    action = play_pairs(view)
    return "call" if action == "fold" and max(rivals) + public.pot + 1 >= public.options.target_coins else action


SCRIPTS: dict[str, Script] = {
    "always double": always_double,
    "always call": always_call,
    "play pairs": play_pairs,
    "double pairs": double_pairs,
    "play high cards": play_high_cards,
    "double first": double_first,
    "double first and reckon": double_first_and_reckon,
    "double fair hands first": double_fair_hands_first,
    "reckon": reckon,
    "race": race,
}


def get_category(view: LombardView) -> int:
    return strength(encode_cards(view.mine.cards + view.public.board)) >> 8


def get_highest(view: LombardView) -> int:
    return max(map(number_of, view.mine.cards))


def get_level(view: LombardView) -> int:
    first, second = view.mine.cards
    return get_levels(view.public.board)[first][second]


def make_bot(name: str) -> Bot[LombardView, Move]:
    """The script as a bot."""

    def choose(view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
        action = SCRIPTS[name](view)
        if action == "call":
            return Call(choose_card_to_open(view.mine.cards, view.public.board))
        return Fold() if action == "fold" and legal.contains(Fold()) else Double()

    return choose


def play(name: str, level: str, matches: int, seats: int = 2) -> TournamentStatistics:
    """That many matches of the script against the level, evenly from all seats."""
    return compete(name, level, matches, seats, {name: make_bot(name)})


def compete(
    level: str, other: str, matches: int, seats: int = 2,
    extra_bots: Mapping[str, Bot[Any, Any]] = MappingProxyType({}), **options: int | bool,
) -> TournamentStatistics:  # fmt: skip
    """Play that many matches between two of the game's bots, or of `extra_bots`."""
    game = registry.get_game(METADATA.slug)
    game = replace(game, bots={**game.bots, **extra_bots})
    tournament = Tournament(game, METADATA.clean_options(options), seats, level, other, -(-matches // seats), seed=1)
    statistics = TournamentStatistics(tournament)
    for seat, result in tournament.play_matches():
        statistics.add(seat, result)
    return statistics
