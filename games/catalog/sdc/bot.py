"""The bots. They see a view and the legal moves, never a state."""

from games.catalog.sdc.hand_value import choose_kept_cards, get_made_cards, win_percent
from games.catalog.sdc.hands import strength
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.types import Cards
from games.catalog.sdc.view import Public, SdcView
from games.engine.game import Bot, Legal, Rng, Simulator

BID_TELLS = 60  # percent of the hands, too weak for the highest bid: 60 held its own best against other styles


def beginner(view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Keeps pairs and better, exchanges the rest; bids by category with some noise, stays in half of the time."""
    public, hand = view.public, view.mine.hand
    if public.phase == "draw":
        return _exchange(hand, get_made_cards(hand) or hand[: 5 - public.options.max_exchange])
    wish = max(1, min(public.limit, strength(hand)[0] + rng.randbelow(3)))
    if public.phase == "bid":
        return Bid(wish)
    if rng.percent_chance(50):
        return Drop()
    return Raise(wish) if legal.contains(Raise(wish)) else Call()


def normal(view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Draws well; bids, raises and drops by the chance to beat a hand that has exchanged as many cards."""
    public, hand = view.public, view.mine.hand
    if public.phase == "draw":
        return _exchange(hand, choose_kept_cards(hand, public.options.max_exchange))
    other = 1 - view.me
    chance = win_percent(hand, public.exchanged[other], public.options.max_exchange)
    if public.phase == "bid":
        return Bid(choose_amount(chance, 1, public.limit, rng))
    if public.phase == "reply":
        return _reply(adjust_for_bid(chance, public.raised, public), public)
    return _answer(adjust_for_bid(chance, public.bid, public), public, rng)


BOTS: dict[str, Bot[SdcView, Move]] = {"beginner": beginner, "normal": normal}


def _exchange(hand: Cards, kept: Cards) -> Draw:
    return Draw(tuple(card for card in hand if card not in kept))


def _answer(chance: int, public: Public, rng: Rng) -> Move:
    """A drop costs 1, so a call of m pays from a chance of (m - 1) / 2m on."""
    if chance * 2 * public.bid < 100 * (public.bid - 1):
        return Drop()
    to = choose_amount(chance, public.bid, public.limit, rng)
    return Raise(to) if to > public.bid else Call()


def _reply(chance: int, public: Public) -> Move:
    """A drop costs the own bid m, so a call of r pays from a chance of (r - m) / 2r on."""
    pays = chance * 2 * public.raised > 100 * (public.raised - public.bid)
    return Call() if pays else Drop()


def choose_amount(chance: int, low: int, high: int, rng: Rng) -> int:
    """An amount from `low` (even odds or worse) to `high` (certain), one up or down by mood."""
    amount = low + (high - low) * max(0, chance - 50) // 40 + rng.randbelow(3) - 1
    return max(low, min(high, amount))


def adjust_for_bid(chance: int, bid: int, public: Public) -> int:
    """The chance once the other has bid that much: the weakest of its possible hands would not have."""
    gone = BID_TELLS * (bid - 1) // public.options.max_bid
    return max(0, 100 * (chance - gone) // (100 - gone))
