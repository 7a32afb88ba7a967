"""Bots for SdC Poker. They see a view and the legal moves, never a state."""

from collections.abc import Mapping

from games.catalog.sdc.bots import table_play
from games.catalog.sdc.bots.bidding import call_percent, weigh_answers, weigh_bids
from games.catalog.sdc.bots.hand_value import believed_percent, choose_kept_cards, get_made_cards
from games.catalog.sdc.bots.last_stage import Results, rate_bid, rate_drop, rate_stake, weigh_for_result
from games.catalog.sdc.hands import strength
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.types import Cards
from games.catalog.sdc.view import Public, SdcView
from games.engine.game import Bot, Legal, Rng, Simulator

BY_TABLE = 28  # percent of normal's decisions; the others follow its own rules


def beginner(view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Keep pairs or better and exchange the rest; bid by category with some noise, stay in half of the time."""
    public, hand = view.public, view.mine.hand
    if public.phase == "draw":
        return exchange(hand, get_made_cards(hand) or hand[: 5 - public.options.max_exchange])
    wish = max(1, min(public.limit, strength(hand)[0] + rng.randbelow(3)))
    if public.phase == "bid":
        return Bid(wish)
    if rng.percent_chance(50):
        return Drop()
    return Raise(wish) if legal.contains(Raise(wish)) else Call()


def normal(view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Bid, raise, bluff and call by the chance to beat the opponent's likely hand, and by a small table."""
    public, hand = view.public, view.mine.hand
    if public.phase == "draw":
        by_table = rng.percent_chance(BY_TABLE)
        kept_cards = table_play.choose_kept_cards("normal", view, rng) if by_table else None
        return exchange(
            hand, choose_kept_cards(hand, public.options.max_exchange) if kept_cards is None else kept_cards
        )
    bid = 0 if public.phase == "bid" else public.bid
    return move_of(table_play.pick(weigh_as_normal(view, bid, public.raised, rng), rng), public)


def weigh_as_normal(view: SdcView, bid: int, raised: int, rng: Rng) -> Mapping[int, int]:
    """Return normal's weights, given the bid (0: it opens) and the raise of its own bid (0: none)."""
    if rng.percent_chance(BY_TABLE):
        return table_play.weigh("normal", view, bid, raised)
    limit, drew = view.public.limit, view.public.exchanged[view.me]
    other_drew, max_exchange = view.public.exchanged[1 - view.me], view.public.options.max_exchange
    chance = believed_percent(strength(view.mine.hand), other_drew, max_exchange)
    if raised:
        calls = call_percent(chance, raised, raised - bid)
        return {0: 100 - calls, raised: calls}
    return weigh_answers(chance, drew, bid, limit) if bid else weigh_bids(chance, drew, limit)


def strong(view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Draw and bid by a table computed for one stage; in the last stage, consider what can still be won."""
    public = view.public
    if public.phase == "draw":
        return exchange(view.mine.hand, table_play.choose_kept_cards("strong", view, rng) or ())
    return move_of(table_play.pick(weigh_as_strong(view), rng), public)


def weigh_as_strong(view: SdcView) -> Mapping[int, int]:
    """Return strong's weights by coins: of a bid, an answer or a reply."""
    public = view.public
    weights = table_play.weigh("strong", view, 0 if public.phase == "bid" else public.bid, public.raised)
    return _mind_the_end(weights, view)


BOTS: dict[str, Bot[SdcView, Move]] = {"beginner": beginner, "normal": normal, "strong": strong}


def exchange(hand: Cards, kept_cards: Cards) -> Draw:
    return Draw(tuple(card for card in hand if card not in kept_cards))


def move_of(coins: int, public: Public) -> Move:
    """Return the move for that many coins; 0 is a drop."""
    if public.phase == "bid":
        return Bid(coins)
    if coins > max(public.bid, public.raised):
        return Raise(coins)
    return Call() if coins else Drop()


def _mind_the_end(weights: Mapping[int, int], view: SdcView) -> Mapping[int, int]:
    """Remove choices that can't help any more in the last stage."""
    public = view.public
    if public.stage != public.options.stage_limit:
        return weights
    lead = public.coins[view.me] - public.coins[1 - view.me]
    return weigh_for_result(weights, {coins: _rate(coins, lead, public) for coins in weights})


def _rate(coins: int, lead: int, public: Public) -> Results:
    if public.phase == "bid":
        return rate_bid(lead, coins, public.limit)
    if coins:
        return rate_stake(lead, coins)
    return rate_drop(lead, public.bid if public.phase == "reply" else 1)
