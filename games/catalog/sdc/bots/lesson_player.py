"""Player that does only what the lessons teach, for comparison with the bots in the arena."""

from games.catalog.sdc.hands import ONE_PAIR, STRAIGHT, THREE, TWO_PAIR, number_of, strength
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.types import Cards
from games.catalog.sdc.view import SdcView
from games.engine.game import Legal, Rng, Simulator

WINS_OFTEN = {ONE_PAIR: 30, TWO_PAIR: 60}  # percent against a player who bids; better hands nearly always win
SEVENS = 7  # with less than a pair of these, a call wins about one time in ten


def play_as_taught(view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Keep what counts, bid 1 or the maximum, and call if the price is right."""
    public, hand = view.public, view.mine.hand
    if public.phase == "draw":
        return Draw(_choose_exchanged(hand, public.options.max_exchange))
    category, number = strength(hand)[:2]
    if public.phase == "bid":
        return Bid(public.limit if category >= TWO_PAIR else 1)
    if category >= THREE and public.amounts and not public.raised:
        return Raise(public.limit)
    drop, call = public.bid if public.raised else 1, public.raised or public.bid
    wins = WINS_OFTEN.get(category, 90) if category and (category > ONE_PAIR or number >= SEVENS) else 10
    return Call() if 2 * wins * call >= 100 * (call - drop) else Drop()


def _choose_exchanged(hand: Cards, limit: int) -> Cards:
    """Exchange everything except cards that share a number, or the highest card; nothing of a straight or better."""
    if strength(hand)[0] >= STRAIGHT:
        return ()
    numbers = [number_of(card) for card in hand]
    kept_cards = [card for card in hand if numbers.count(number_of(card)) > 1] or [max(hand, key=number_of)]
    return tuple(sorted((card for card in hand if card not in kept_cards), key=number_of)[:limit])
