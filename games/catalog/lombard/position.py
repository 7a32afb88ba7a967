"""Written-out positions of Lombard Hold'em: a round that was just dealt, before the first turn.

hands      two cards for each seat
board      the three open cards
deck       the next cards in order; all others follow
balances   coins before the round; default: the starting coins
round, dealer, options
"""

from collections.abc import Mapping

from games.catalog.lombard.hands import DECK
from games.catalog.lombard.metadata import METADATA
from games.catalog.lombard.state import Hidden, LombardState
from games.catalog.lombard.types import UNDECIDED, Options
from games.catalog.lombard.view import Own, Public
from games.engine.game import State
from games.engine.positions import InvalidPositionError
from games.engine.serialization.canonical_json import Json, from_json
from games.kit.positions import PositionFields, complete_deck


def build_position(plain: Mapping[str, Json]) -> LombardState:
    """Build a state. Raises InvalidPositionError if it is impossible under these rules."""
    fields = PositionFields(plain)
    options = from_json(Options, dict(fields.take_options(METADATA)))
    hands, board, first = fields.take_rows("hands"), fields.take_cards("board"), fields.take_cards("deck")
    seats = len(hands)
    balances = fields.take_numbers("balances", [options.start_coins] * seats)
    number, dealer = fields.take_number("round", 1), fields.take_number("dealer", 0)
    fields.require_nothing_left()
    low, high = METADATA.seats_min, METADATA.seats_max
    if not low <= seats <= high or len(balances) != seats or not 0 <= dealer < seats:
        raise InvalidPositionError(f"{low} to {high} hands, as many balances, and one of these seats deals")
    if len(board) != 3 or any(len(hand) != 2 for hand in hands):
        raise InvalidPositionError("three cards lie open, and everybody holds two")
    if max(balances) >= options.target_coins:
        raise InvalidPositionError("somebody has won already")
    supplied = sum(balances) + 1 - options.start_coins * seats
    if number < 1 or supplied < number or (number == 1 and supplied != 1):
        raise InvalidPositionError(f"before round {number} the supply has not put {supplied - 1} coins into the pots")
    public = Public(
        options=options, balances=balances, actions=(UNDECIDED,) * seats, opened=(-1,) * seats,
        holes=((None, None),) * seats, phase="turns", round=number, dealer=dealer, pot=1, supplied=supplied,
        board=board,
    )  # fmt: skip
    return State(public, tuple(map(Own, hands)), Hidden(complete_deck(DECK, (*hands, board), first)))
