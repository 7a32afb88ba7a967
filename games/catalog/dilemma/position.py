"""Written-out positions of Dilemma Hold'em: the start of a betting round from the flop on, with everyone still in.

hands      two cards for each seat
board      the community cards: three, four or five
deck       the next cards in order; all others follow
stacks     the chips each seat has left
paid       the chips each seat has put into the pot, the same for all
bank       the content of the three banks; default: full
dealer     the seat with the marker; the next one acts first
hand, options
"""

from collections.abc import Mapping

from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.house import FLOP, set_turn
from games.catalog.dilemma.metadata import METADATA
from games.catalog.dilemma.rules import BANK, STACK
from games.catalog.dilemma.state import DilemmaState, Hidden
from games.catalog.dilemma.types import BOARD, UNIT, Cards, Exit, Options
from games.catalog.dilemma.view import Own, Public
from games.engine.game import State
from games.engine.positions import InvalidPositionError
from games.engine.serialization.canonical_json import Json, from_json
from games.kit.betting import Betting, start_hand
from games.kit.positions import PositionFields, complete_deck

HOLE = 2


def build_position(plain: Mapping[str, Json]) -> DilemmaState:
    """Build a state. Raises InvalidPositionError if it is impossible under these rules."""
    fields = PositionFields(plain)
    options = from_json(Options, dict(fields.take_options(METADATA)))
    hands, board, first = fields.take_rows("hands"), fields.take_cards("board"), fields.take_cards("deck")
    stacks, bank = fields.take_numbers("stacks", []), fields.take_numbers("bank", BANK)
    paid, dealer, hand = fields.take_number("paid", 0), fields.take_number("dealer", 0), fields.take_number("hand", 1)
    fields.require_nothing_left()
    _check_cards(hands, board)
    _check_chips(hands, stacks, paid, bank)
    if not 0 <= dealer < len(hands) or hand < 1:
        raise InvalidPositionError("the dealer is one of the seats, and hands are counted from 1")
    starts = tuple(chips + paid for chips in stacks)
    exits = (Exit(),) * len(hands)
    public = Public(options, bank, starts, exits, None, hand, dealer, (), board, start_hand(starts, 0), "bets", turn=-1)
    if hand == 1 and (set(starts) != {STACK} or bank != BANK):
        raise InvalidPositionError("before the first hand nobody has won or lost")
    if paid < public.blinds[1]:
        raise InvalidPositionError(f"each has paid the big blind of {public.blinds[1]} at least")
    none = (0,) * len(hands)
    betting = Betting(
        stacks, (paid,) * len(hands), none, (-1,) * len(hands), (True,) * len(hands), 0, public.blinds[1]
    )  # fmt: skip
    deck = complete_deck(DECK, (*hands, board), first)
    return State(set_turn(public, betting, dealer, board), tuple(map(Own, hands)), Hidden(deck))


def _check_cards(hands: tuple[Cards, ...], board: Cards) -> None:
    if not METADATA.seats_min <= len(hands) <= METADATA.seats_max or any(len(hand) != HOLE for hand in hands):
        raise InvalidPositionError(f"{METADATA.seats_min} to {METADATA.seats_max} seats hold two cards each")
    if not FLOP <= len(board) <= BOARD:
        raise InvalidPositionError("three to five community cards lie open")


def _check_chips(hands: tuple[Cards, ...], stacks: tuple[int, ...], paid: int, bank: tuple[int, ...]) -> None:
    """Check that the chips add up, and that a bank is only used when those before it are empty."""
    amounts = (*stacks, paid, *bank)
    if len(stacks) != len(hands) or len(bank) != len(BANK) or min(stacks) < UNIT or min(paid, *bank) < 0:
        raise InvalidPositionError("every seat has a stack, and there are three banks")
    if any(chips % UNIT for chips in amounts):
        raise InvalidPositionError(f"all amounts are multiples of {UNIT}")
    total = STACK * len(hands) + sum(BANK)
    if sum(stacks) + paid * len(hands) + sum(bank) != total:
        raise InvalidPositionError(f"stacks, pot and bank are {total} together")
    active = next((at for at, chips in enumerate(bank) if chips), len(BANK) - 1)
    if any(bank[at] != BANK[at] for at in range(active + 1, len(BANK))) or not any(bank):
        raise InvalidPositionError("banks are emptied in their order, and not all of them are empty")
