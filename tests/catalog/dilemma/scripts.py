"""Ways to play of a few lines each, for people who look for one rule that beats a bot. None may do so by much."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.arena.statistics import TournamentStatistics
from games.arena.tournament import Tournament
from games.catalog import registry
from games.catalog.dilemma.bots.bot import make_move
from games.catalog.dilemma.bots.chances import rate_hand
from games.catalog.dilemma.bots.habits import get_rank
from games.catalog.dilemma.bots.spots import ALL, FOLD, HALF, POT, RIVER, STAY, Spot, list_choices, make_spot
from games.catalog.dilemma.metadata import METADATA
from games.catalog.dilemma.moves import Move
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Bot, Legal, Rng, Simulator
from games.engine.metadata import Value

Script = Callable[[Spot], int]  # -> one of the choices; `fit` makes the next best of one that isn't open
SAMPLES = 160


def rank(spot: Spot) -> int:
    return get_rank(spot.street, spot.chance)


def pays(spot: Spot) -> bool:
    """Return whether a call pays if bets carried no information."""
    win, all_cases = spot.chance**spot.rivals, 1000**spot.rivals
    return win * (spot.pot + spot.bonus) > (all_cases - win) * (spot.to_call + spot.penalty)


def stay(spot: Spot, *, if_owed: bool) -> int:
    return STAY if not spot.to_call or if_owed else FOLD


def push_good_hands(spot: Spot) -> int:
    if rank(spot) > 700:
        return ALL
    return stay(spot, if_owed=pays(spot) and spot.to_call < 100)


def push_everything(spot: Spot) -> int:
    return ALL


def push_before_the_flop(spot: Spot) -> int:
    if spot.street == 0 and rank(spot) > 500:
        return ALL
    return stay(spot, if_owed=rank(spot) > 700)


def push_on_the_flop(spot: Spot) -> int:
    if spot.street == 1 and rank(spot) > 650:
        return ALL
    return stay(spot, if_owed=rank(spot) > 600)


def push_on_the_river(spot: Spot) -> int:
    """The best and the worst."""
    if spot.street == RIVER and not 200 <= spot.chance <= 900:
        return ALL
    return stay(spot, if_owed=rank(spot) > 600)


def bet_the_pot(spot: Spot) -> int:
    """Bets with everything, as long as no one else bets."""
    return stay(spot, if_owed=spot.chance > 500) if spot.to_call else POT


def raise_the_pot(spot: Spot) -> int:
    return POT


def bet_half(spot: Spot) -> int:
    return stay(spot, if_owed=pays(spot)) if spot.acted else HALF


def call_everything(spot: Spot) -> int:
    return STAY


def wait_for_hands(spot: Spot) -> int:
    if rank(spot) > 850:
        return POT
    return stay(spot, if_owed=spot.to_call <= spot.blind or rank(spot) > 700)


def bet_for_value(spot: Spot) -> int:
    if rank(spot) > 700 and not spot.acted:
        return POT
    return stay(spot, if_owed=pays(spot))


def pay_by_odds(spot: Spot) -> int:
    """Never bets, calls as if bets carried no information."""
    return stay(spot, if_owed=pays(spot))


def seek_showdowns(spot: Spot) -> int:
    """Plays for the bonus: calls everything cheap."""
    return stay(spot, if_owed=2 * spot.to_call <= spot.pot or rank(spot) > 750)


def lie_in_wait(spot: Spot) -> int:
    if spot.street == RIVER and spot.chance > 800:
        return ALL
    return stay(spot, if_owed=pays(spot))


def bluff_at_the_end(spot: Spot) -> int:
    if spot.street == RIVER and not 300 <= spot.chance <= 850:
        return POT
    return stay(spot, if_owed=pays(spot))


def press_good_hands(spot: Spot) -> int:
    return POT if spot.chance > 600 else stay(spot, if_owed=spot.chance > 450)


SCRIPTS: tuple[Script, ...] = (
    push_good_hands, push_everything, bet_the_pot, raise_the_pot, bet_half, call_everything, wait_for_hands,
    bet_for_value, pay_by_odds, seek_showdowns, lie_in_wait, bluff_at_the_end, push_on_the_river, press_good_hands,
    push_before_the_flop, push_on_the_flop,
)  # fmt: skip


def fit(spot: Spot, choice: int) -> int:
    """The choice, or the next best that is open."""
    choices = list_choices(spot)
    if choice in choices:
        return choice
    if choice >= HALF and ALL in choices:
        return next(size for size in (POT, ALL) if size in choices)
    return STAY


def make_bot(script: Script) -> Bot[DilemmaView, Move]:
    """The script as a bot."""

    def choose(view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
        spot = make_spot(view, *rate_hand(view, rng, SAMPLES))
        return make_move(view, legal, spot, fit(spot, script(spot)))

    return choose


def play(script: Script, level: str, deals: int, seats: int = 2, **options: Value) -> TournamentStatistics:
    """That many deals of the script against the level in all other seats, each from every seat."""
    return compete(script.__name__, level, deals, {script.__name__: make_bot(script)}, seats, **options)


def compete(
    level: str, other: str, deals: int, extra_bots: Mapping[str, Bot[Any, Any]] = MappingProxyType({}), seats: int = 2,
    **options: Value,
) -> TournamentStatistics:  # fmt: skip
    """That many deals between two of the game's bots, or of `extra_bots`."""
    game = registry.get_game(METADATA.slug)
    game = replace(game, bots={**game.bots, **extra_bots})
    tournament = Tournament(game, METADATA.clean_options(options), seats, level, other, deals, seed=1)
    statistics = TournamentStatistics(tournament)
    for seat, result in tournament.play_matches():
        statistics.add(seat, result)
    return statistics
