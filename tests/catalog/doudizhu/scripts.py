"""Ways to play of a few lines each, for people who look for one rule that beats a bot. None may do so by much."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.arena.statistics import TournamentStatistics
from games.arena.tournament import Tournament
from games.catalog import registry
from games.catalog.doudizhu.bots.bot import list_plays, normal
from games.catalog.doudizhu.metadata import METADATA
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import Cards
from games.catalog.doudizhu.types import SEATS
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.game import Bot, Legal, Rng, Simulator
from games.engine.metadata import Value

Auction = Callable[[DoudizhuView], bool]  # whether it accepts
Cards_ = Cards | None  # None: as normal does
Playing = Callable[[DoudizhuView, tuple[Cards, ...]], Cards_]


# --- the auction


def accept_always(view: DoudizhuView) -> bool:
    return True


def refuse_always(view: DoudizhuView) -> bool:
    return False


def accept_when_first(view: DoudizhuView) -> bool:
    return view.public.starter == view.me


def accept_with_two_bombs(view: DoudizhuView) -> bool:
    hand = view.mine.hand
    return sum(hand.count(rank) >= 4 for rank in set(hand)) >= 2


# --- the cards: what it plays of those that it may; no cards to pass


def as_normal(view: DoudizhuView, plays: tuple[Cards, ...]) -> Cards_:
    return None


def play_lowest(view: DoudizhuView, plays: tuple[Cards, ...]) -> Cards_:
    """Beats every trick as low as possible, including a partner's; bombs last."""
    ranked = sorted(plays, key=lambda cards: (is_bomb(view, cards), rank_of(view, cards)))
    return ranked[0] if ranked else ()


def play_longest(view: DoudizhuView, plays: tuple[Cards, ...]) -> Cards_:
    """Leads as many cards as it can, the lowest of these; beats enemies only, bombs when one is nearly out."""
    fitting = [cards for cards in plays if not is_bomb(view, cards) or nearest(view) <= 6] or list(plays[-1:])
    if view.public.top and (is_mate(view) or is_bomb(view, fitting[0] if fitting else ()) > (nearest(view) <= 6)):
        return ()
    return max(fitting, key=lambda cards: (len(cards), -rank_of(view, cards)), default=())


def bomb_at_once(view: DoudizhuView, plays: tuple[Cards, ...]) -> Cards_:
    """An enemy's trick is worth a bomb; else as normal does."""
    bombs = [cards for cards in plays if is_bomb(view, cards)]
    return bombs[0] if bombs and view.public.top and not is_mate(view) else None


def leave_team_mates(view: DoudizhuView, plays: tuple[Cards, ...]) -> Cards_:
    """A team-mate's trick is never beaten; else as normal does."""
    return () if view.public.top and is_mate(view) else None


def beat_every_enemy(view: DoudizhuView, plays: tuple[Cards, ...]) -> Cards_:
    """By the lowest that does, without bombs; leads and the rest as normal does."""
    fitting = [cards for cards in plays if not is_bomb(view, cards)]
    if not view.public.top or is_mate(view) or not fitting:
        return None
    return min(fitting, key=lambda cards: rank_of(view, cards))


def wait_for_the_end(view: DoudizhuView, plays: tuple[Cards, ...]) -> Cards_:
    """Beats nothing high until a player has eight cards or fewer; otherwise like normal."""
    top = view.public.top_combo
    return () if top and top.rank >= 10 and min(view.public.counts) > 8 else None


def is_bomb(view: DoudizhuView, cards: Cards) -> bool:
    return bool(cards) and view.public.options.move_tables.combos[cards].kind == "bomb"


def rank_of(view: DoudizhuView, cards: Cards) -> int:
    return view.public.options.move_tables.combos[cards].rank


def is_mate(view: DoudizhuView) -> bool:
    """Return whether the play to beat is a partner's."""
    top, landlord = view.public.top, view.public.landlord
    return top is not None and landlord not in (view.me, top.seat)


def nearest(view: DoudizhuView) -> int:
    """The fewest cards of an enemy."""
    public = view.public
    return min(
        public.counts[seat]
        for seat in range(SEATS)
        if seat != view.me and (view.me == public.landlord or seat == public.landlord)
    )


SCRIPTS: dict[str, tuple[Auction | None, Playing]] = {
    "accept always": (accept_always, as_normal),
    "refuse always": (refuse_always, as_normal),
    "accept when first": (accept_when_first, as_normal),
    "accept with two bombs": (accept_with_two_bombs, as_normal),
    "play the lowest": (None, play_lowest),
    "play the longest": (None, play_longest),
    "bomb at once": (None, bomb_at_once),
    "leave team-mates alone": (None, leave_team_mates),
    "beat every enemy": (None, beat_every_enemy),
    "wait for the end": (accept_always, wait_for_the_end),
}


def make_bot(name: str) -> Bot[DoudizhuView, Move]:
    """The script as a bot; what it has no rule for it does as normal."""
    auction, playing = SCRIPTS[name]

    def choose(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
        if view.public.phase == "auction":
            if auction:
                return Accept() if auction(view) else Refuse()
            return normal(view, legal, rng, sim)
        plays = list_plays(legal)
        cards = view.mine.hand if view.mine.hand in plays else playing(view, plays)
        if cards is None:
            return normal(view, legal, rng, sim)
        return Play(cards) if cards else Pass()

    return choose


def play(name: str, level: str, deals: int, options: Mapping[str, Value] | None = None) -> TournamentStatistics:
    """That many deals of the script against three of the level, each from every seat."""
    return compete(name, level, deals, {name: make_bot(name)}, options)


def compete(
    level: str, other: str, deals: int, extra_bots: Mapping[str, Bot[Any, Any]] = MappingProxyType({}),
    options: Mapping[str, Value] | None = None,
) -> TournamentStatistics:  # fmt: skip
    """That many deals of one of the game's bots, or of `extra_bots`, against three others."""
    game = registry.get_game(METADATA.slug)
    game = replace(game, bots={**game.bots, **extra_bots})
    tournament = Tournament(game, METADATA.clean_options(options or {}), SEATS, level, other, deals, seed=1)
    statistics = TournamentStatistics(tournament)
    for seat, result in tournament.play_matches():
        statistics.add(seat, result)
    return statistics
