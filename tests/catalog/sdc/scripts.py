"""Ways to play of a few lines each, for people who look for one rule that beats a bot. None may do so by much."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.arena.statistics import TournamentStatistics
from games.arena.tournament import Tournament
from games.catalog import registry
from games.catalog.sdc.bots.hand_value import choose_kept_cards, get_made_cards, win_percent
from games.catalog.sdc.hands import strength
from games.catalog.sdc.metadata import METADATA
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.view import SdcView
from games.engine.game import Bot, Legal, Rng, Simulator

Bidding = Callable[[int, SdcView], int]  # chance to win in percent, view -> coins; 0 is to drop


def raise_low_bids(chance: int, view: SdcView) -> int:
    """Every bid of 1 or 2 to the maximum."""
    public = view.public
    if public.phase == "answer":
        return public.limit if public.bid <= 2 else public.bid if chance >= 50 + 5 * public.bid else 0
    if public.phase == "reply":
        return public.raised if chance > 60 else 0
    return public.limit if chance > 75 else 1


def bid_high(chance: int, view: SdcView) -> int:
    """The maximum, always; with less than an even chance it drops to bids."""
    public = view.public
    return 0 if public.phase == "answer" and chance < 50 and public.bid > 1 else public.limit


def call_everything(chance: int, view: SdcView) -> int:
    return max(1, view.public.bid, view.public.raised)


def wait_for_hands(chance: int, view: SdcView) -> int:
    """Only good hands bid, raise and call."""
    public = view.public
    if public.phase == "answer":
        return public.limit if chance > 80 else public.bid if chance > 65 or public.bid == 1 else 0
    if public.phase == "reply":
        return public.raised if chance > 70 else 0
    return public.limit if chance > 75 else 1


def pay_by_odds(chance: int, view: SdcView) -> int:
    """Never bluffs, calls as if bids carried no information."""
    public = view.public
    if public.phase == "reply":
        return public.raised if chance * 2 * public.raised > 100 * (public.raised - public.bid) else 0
    if public.phase == "answer" and chance * 2 * public.bid < 100 * (public.bid - 1):
        return 0
    return max(1, public.bid, min(public.limit, (chance - 50) // 8))


def call_widely(chance: int, view: SdcView) -> int:
    """Seldom bids, raises good hands, calls bids with nearly all."""
    public = view.public
    if public.phase == "answer":
        raises = chance >= 70 + 10 * (public.bid - 1)
        return public.limit if raises else public.bid if chance >= 10 + 5 * (public.bid - 1) else 0
    if public.phase == "reply":
        return public.raised if chance >= 50 else 0
    return public.limit if chance >= 90 else 1


def call_high_bids(chance: int, view: SdcView) -> int:
    """The higher the bid, the sooner it calls; the best of some thousand rules of thumb against normal."""
    public = view.public
    if public.phase == "answer":
        raises = chance >= 80 + 5 * (public.bid - 1)
        return public.limit if raises else public.bid if chance >= 50 - 10 * (public.bid - 1) or public.bid == 1 else 0
    if public.phase == "reply":
        return public.raised if chance >= 40 - 8 * (public.raised - public.bid) else 0
    return public.limit if chance >= 90 else 1


def bluff_in_pairs(chance: int, view: SdcView) -> int:
    """The best and the worst hands bid high."""
    public = view.public
    if public.phase == "answer":
        raises = chance > 75 or (chance < 20 and public.bid == 1)
        return public.limit if raises else public.bid if chance > 45 or public.bid == 1 else 0
    if public.phase == "reply":
        return public.raised if chance > 55 else 0
    return 1 if 25 < chance < 70 else public.limit


def bluff_after_few(chance: int, view: SdcView) -> int:
    """Takes an exchange of fewer than two cards as strength."""
    public = view.public
    exchanged_few = public.exchanged[view.me] < 2
    if public.phase == "answer":
        return public.limit if exchanged_few or chance > 80 else public.bid if chance > 50 or public.bid == 1 else 0
    if public.phase == "reply":
        return public.raised if chance > 60 else 0
    return public.limit if exchanged_few or chance > 75 else 1


def keep_all(view: SdcView) -> int:
    """Exchange nothing, so as to look strong."""
    return 0


def keep_all_without_a_hand(view: SdcView) -> int:
    return usual_exchange(view) if get_made_cards(view.mine.hand) else 0


def exchange_one_without_a_hand(view: SdcView) -> int:
    return usual_exchange(view) if get_made_cards(view.mine.hand) else 1


def usual_exchange(view: SdcView) -> int:
    return 5 - len(choose_kept_cards(view.mine.hand, view.public.options.max_exchange))


SCRIPTS: dict[str, tuple[Bidding, Callable[[SdcView], int]]] = {
    "raise low bids": (raise_low_bids, usual_exchange),
    "bid high": (bid_high, usual_exchange),
    "call everything": (call_everything, usual_exchange),
    "wait for hands": (wait_for_hands, usual_exchange),
    "pay by odds": (pay_by_odds, usual_exchange),
    "call widely": (call_widely, usual_exchange),
    "call high bids": (call_high_bids, usual_exchange),
    "bluff in pairs": (bluff_in_pairs, usual_exchange),
    "keep all and bid high": (bid_high, keep_all),
    "keep all without a hand": (bluff_after_few, keep_all_without_a_hand),
    "exchange one without a hand": (bluff_after_few, exchange_one_without_a_hand),
}


def make_bot(name: str) -> Bot[SdcView, Move]:
    """The script as a bot."""
    bidding, exchange = SCRIPTS[name]

    def choose(view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
        public, hand = view.public, view.mine.hand
        if public.phase == "draw":
            return _give(view, exchange(view))
        coins = bidding(win_percent(strength(hand), public.exchanged[1 - view.me], public.options.max_exchange), view)
        if public.phase == "bid":
            return Bid(coins)
        if legal.contains(Raise(coins)):
            return Raise(coins)
        return Call() if coins else Drop()

    return choose


def _give(view: SdcView, count: int) -> Draw:
    hand, limit = view.mine.hand, view.public.options.max_exchange
    if count == usual_exchange(view):
        kept_cards = choose_kept_cards(hand, limit)
        return Draw(tuple(card for card in hand if card not in kept_cards))
    return Draw(hand[5 - count :])


def play(name: str, level: str, deals: int) -> TournamentStatistics:
    """That many deals of the script against the level, each from both seats."""
    return compete(name, level, deals, {name: make_bot(name)})


def compete(
    level: str, other: str, deals: int, extra_bots: Mapping[str, Bot[Any, Any]] = MappingProxyType({})
) -> TournamentStatistics:
    """That many deals between two of the game's bots, or of `extra_bots`."""
    game = registry.get_game(METADATA.slug)
    game = replace(game, bots={**game.bots, **extra_bots})
    tournament = Tournament(game, METADATA.clean_options({}), 2, level, other, deals, seed=1)
    statistics = TournamentStatistics(tournament)
    for seat, result in tournament.play_matches():
        statistics.add(seat, result)
    return statistics
