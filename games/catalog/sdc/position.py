"""Written-out positions of SdC Poker: just dealt, or both players have exchanged cards.

hands      five cards for each seat, after any exchange
discards   cards that each of them exchanged; if left out, no one has exchanged yet
deck       the next cards in order; all others follow
coins      coins before the stage; default: the starting coins
bid        the opener's bid, if the responder has the question
stage, opener, options
"""

from collections.abc import Mapping
from itertools import product

from games.catalog.sdc.hands import DECK, sort_cards
from games.catalog.sdc.metadata import METADATA
from games.catalog.sdc.state import Hidden, SdcState
from games.catalog.sdc.types import Cards, Options, Phase, Tally
from games.catalog.sdc.view import Own, Public
from games.engine.game import State
from games.engine.positions import InvalidPositionError
from games.engine.serialization.canonical_json import Json, from_json
from games.kit.positions import PositionFields, complete_deck

HAND = 5


def build_position(plain: Mapping[str, Json]) -> SdcState:
    """Build a state. Raises InvalidPositionError if it is impossible under these rules."""
    fields = PositionFields(plain)
    options = from_json(Options, dict(fields.take_options(METADATA)))
    has_exchanged = "discards" in plain
    hands, discards, first = fields.take_rows("hands"), fields.take_rows("discards"), fields.take_cards("deck")
    coins = fields.take_numbers("coins", [options.start_coins] * METADATA.seats_max)
    stage, opener, bid = fields.take_number("stage", 1), fields.take_number("opener", 0), fields.take_number("bid", 0)
    fields.require_nothing_left()
    _check_cards(options, hands, discards if has_exchanged else ((), ()))
    if len(coins) != 2 or min(coins) < 1 or sum(coins) != 2 * options.start_coins or opener not in (0, 1):
        total = 2 * options.start_coins
        raise InvalidPositionError(f"both have coins, {total} together, and seat 0 or 1 is the opener")
    phase: Phase = "draw" if not has_exchanged else "answer" if bid else "bid"
    public = Public(
        options, (coins[0], coins[1]), phase, stage, opener, exchanged=tuple(map(len, discards)), bid=bid,
        tallies=_make_tallies(options, stage, opener, coins[0]),
    )  # fmt: skip
    if not 0 <= bid <= (public.limit if has_exchanged else 0):
        raise InvalidPositionError(f"after the exchange 1 to {public.limit} may be bid")
    exchanged = discards or ((), ())
    own_parts = tuple(Own(sort_cards(hand), None, cards) for hand, cards in zip(hands, exchanged, strict=True))
    return State(public, own_parts, Hidden(complete_deck(DECK, (*hands, *discards), first)))


def _check_cards(options: Options, hands: tuple[Cards, ...], discards: tuple[Cards, ...]) -> None:
    if len(hands) != 2 or any(len(hand) != HAND for hand in hands):
        raise InvalidPositionError("two seats hold five cards each")
    if len(discards) != 2 or any(len(cards) > options.max_exchange for cards in discards):
        raise InvalidPositionError(f"both have exchanged, at most {options.max_exchange} cards")


def _make_tallies(options: Options, stage: int, opener: int, coins: int) -> tuple[Tally, Tally]:
    """Return tallies of earlier stages that lead to these coins of seat 0; the opener has won the last stage."""
    ahead, before = coins - options.start_coins, stage - 1
    for losses, paid in product(range(before + 1), range(before * options.max_bid + 1)):
        wins, gained = before - losses, paid + ahead
        opens = not before or (wins if opener == 0 else losses)
        if opens and losses <= paid <= losses * options.max_bid and wins <= gained <= wins * options.max_bid:
            return Tally(wins, losses, gained, paid), Tally(losses, wins, paid, gained)
    raise InvalidPositionError(f"{before} stages don't lead to these coins")
