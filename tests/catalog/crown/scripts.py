"""Ways to play of a few lines each, for people who look for one rule that beats a bot. None may do so by much."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.arena.statistics import TournamentStatistics
from games.arena.tournament import Tournament
from games.catalog import registry
from games.catalog.crown.cards import Cards, most_held, remove_cards
from games.catalog.crown.metadata import METADATA
from games.catalog.crown.moves import (
    Attack,
    Bishops,
    Defend,
    EndTurn,
    Move,
    Nobles,
    Reveal,
    Take,
)
from games.catalog.crown.view import CrownView
from games.engine.game import Bot, Legal, Rng, Simulator
from games.engine.legal_moves import Choice
from games.engine.metadata import Value

Wish = Callable[[CrownView], str]  # kinds by how much they are wanted, the first most
Attacks = Callable[[CrownView], bool]


def want_bishops(view: CrownView) -> str:
    """Bishops score again and again; two knights guard them."""
    return "KBNP" if view.mine.hand.count("K") < 2 else "BKNP"


def want_knights(view: CrownView) -> str:
    return "KBNP"


def want_nobles(view: CrownView) -> str:
    return "KNBP" if view.mine.hand.count("K") < 2 else "NBKP"


def want_sets(view: CrownView) -> str:
    """A third bishop, a second noble, two knights to defend, three to attack."""
    count = view.mine.hand.count
    third, odd = "B" if count("B") >= 2 else "", "N" if count("N") % 2 else ""
    return third + odd + ("K" if count("K") < 3 else "") + "BNKP"


def want_princes(view: CrownView) -> str:
    return "P" + ("K" if view.mine.hand.count("K") < 2 else "") + "BNK"


def never(view: CrownView) -> bool:
    return False


def always(view: CrownView) -> bool:
    return True


def with_five(view: CrownView) -> bool:
    """If two knights stay to defend."""
    return view.mine.hand.count("K") >= 5


def for_points(view: CrownView) -> bool:
    """If there are points to take."""
    return view.public.scores[1 - view.me] >= 2


def for_any_point(view: CrownView) -> bool:
    return view.public.scores[1 - view.me] >= 1


def for_many_points(view: CrownView) -> bool:
    return view.public.scores[1 - view.me] >= 4 or with_five(view)


def when_behind(view: CrownView) -> bool:
    return view.public.scores[1 - view.me] > view.public.scores[view.me] or with_five(view)


def after_a_fight(view: CrownView) -> bool:
    """Attack after the other has spent knights."""
    public = view.public
    return any(deed.what == "attack" for deed in public.before) or any(deed.defence for deed in public.deeds)


def at_the_limit(view: CrownView) -> bool:
    """With knights that the hand limit would take, or points to get."""
    return len(view.mine.hand) >= 8 or for_points(view)


SCRIPTS: dict[str, tuple[Wish, Attacks]] = {
    "bishops, attack for points": (want_bishops, for_points),
    "bishops, attack for any point": (want_bishops, for_any_point),
    "bishops, attack when behind": (want_bishops, when_behind),
    "bishops, attack at the limit": (want_bishops, at_the_limit),
    "knights, always attack": (want_knights, always),
    "knights, attack for points": (want_knights, for_points),
    "knights, attack for any point": (want_knights, for_any_point),
    "knights, attack for many points": (want_knights, for_many_points),
    "knights, attack at the limit": (want_knights, at_the_limit),
    "nobles, no attacks": (want_nobles, never),
    "nobles, attack for points": (want_nobles, for_points),
    "sets, always attack": (want_sets, always),
    "sets, attack for points": (want_sets, for_points),
    "sets, attack after a fight": (want_sets, after_a_fight),
    "princes, attack for points": (want_princes, for_points),
}


def make_bot(name: str) -> Bot[CrownView, Move]:
    """The script as a bot: it cashes immediately and always defends."""
    wish, attacks = SCRIPTS[name]

    def choose(view: CrownView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
        order = wish(view)
        moves = [move for part in legal if isinstance(part, Choice) for move in part.moves]
        scoring = [
            move for move in moves if isinstance(move, Reveal | Bishops | Nobles) and not getattr(move, "pair", False)
        ]
        if scoring:
            return max(scoring, key=lambda move: getattr(move, "count", 9))
        if Attack() in moves and attacks(view):
            return Attack()
        for plain in (Defend(), EndTurn()):
            if plain in moves:
                return plain
        if legal.of("keep") or legal.of("pick"):
            return min(moves, key=lambda move: order.index(move.kind))  # type: ignore[attr-defined]
        if legal.of("give"):
            return max(moves, key=lambda move: order.index(move.kind))  # type: ignore[attr-defined]
        if legal.of("take"):
            return Take(most_held(view.known))
        if legal.of("discard"):
            return max(moves, key=lambda move: keep_score(remove_cards(view.mine.hand, move.cards), order))  # type: ignore[attr-defined]
        return moves[0]

    return choose


def keep_score(cards: Cards, order: str) -> int:
    return min(2, cards.count("K")) * 3 + sum(4 - order.index(card) for card in cards) if order else 0


def play(name: str, level: str, deals: int, **options: Value) -> TournamentStatistics:
    """That many deals of the script against the level, each from both seats."""
    return compete(name, level, deals, {name: make_bot(name)}, **options)


def compete(
    level: str, other: str, deals: int, extra_bots: Mapping[str, Bot[Any, Any]] = MappingProxyType({}), **options: Value
) -> TournamentStatistics:
    """That many deals between two of the game's bots, or of `extra_bots`; in solo against the house."""
    game = registry.get_game(METADATA.slug)
    game = replace(game, bots={**game.bots, **extra_bots})
    seats = 1 if options.get("mode") == "solo" else 2
    tournament = Tournament(game, METADATA.clean_options(options), seats, level, other, deals, seed=1)
    statistics = TournamentStatistics(tournament)
    for seat, result in tournament.play_matches():
        statistics.add(seat, result)
    return statistics
