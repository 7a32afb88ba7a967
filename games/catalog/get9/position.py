"""Written-out positions of GET9!: everyone has split, and some rounds may be over.

chips      everyone's current chips
piles      three piles of three for each seat; if left out, no one has split yet
dealer     the dealer's three piles; it opens the middle card of each
played     for each round that is over, the card of each seat
picked     the cards chosen for the current round, if any; the house then opens them
pots       everyone's payments before this round
match, button, carry, options
"""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.get9.cards import DECK, sort_cards
from games.catalog.get9.house import advance
from games.catalog.get9.metadata import METADATA
from games.catalog.get9.rules import SHAPE
from games.catalog.get9.state import Get9State, Hidden, make_idle_state
from games.catalog.get9.types import ROUNDS, Cards, Options, Piles
from games.catalog.get9.view import Own
from games.engine.chance import Chance
from games.engine.game import State
from games.engine.positions import InvalidPositionError
from games.engine.serialization.canonical_json import Json, from_json
from games.kit.positions import PositionFields, complete_deck

_NO_CHANCE = Chance(b"")  # opening cards doesn't use chance


def build_position(plain: Mapping[str, Json]) -> Get9State:
    """Build a state. Raises InvalidPositionError if it is impossible under these rules."""
    fields = PositionFields(plain)
    options = from_json(Options, dict(fields.take_options(METADATA)))
    piles, dealer = fields.take_piles("piles"), fields.take_rows("dealer")
    played, picked = fields.take_rows("played"), fields.take_cards("picked")
    seats = len(piles) or METADATA.seats_min
    chips = fields.take_numbers("chips", [options.start_chips] * seats)
    pots = fields.take_numbers("pots", [0] * len(chips))
    number, button = fields.take_number("match", 1), fields.take_number("button", 0)
    carry = fields.take_number("carry", 0)
    fields.require_nothing_left()
    seats = len(chips)
    _check_cards(seats, piles, dealer, (*played, *([picked] if picked else [])))
    _check_chips(options, chips, pots, carry)
    if not (1 <= number <= options.matches and 0 <= button < seats):
        raise InvalidPositionError(f"match 1 to {options.matches}, and one of the seats has the button")
    state = make_idle_state(options, chips, phase="split", match=number, round=1, button=button, carry=carry)
    state = State(state.public, state.own, Hidden(tuple(dealer)))
    if not piles:
        return state
    own_parts = tuple(Own(tuple(map(sort_cards, laid))) for laid in piles)
    public = replace(state.public, phase="choose", split=(True,) * seats, pots=pots)
    state = State(public, own_parts, state.hidden)
    for cards in played:
        state = _next_round(_open(_choose(state, cards)))
    return _choose(state, picked) if picked else state


def _check_cards(seats: int, piles: tuple[Piles, ...], dealer: Piles, chosen_cards: tuple[Cards, ...]) -> None:
    if not METADATA.seats_min <= seats <= METADATA.seats_max or len(piles) not in (0, seats):
        raise InvalidPositionError(f"{METADATA.seats_min} to {METADATA.seats_max} players, each with chips and piles")
    for laid in (dealer, *piles):
        if tuple(map(len, laid)) != SHAPE or complete_deck(DECK, laid, ()):
            raise InvalidPositionError("everybody and the dealer have the cards 1 to 9 in three piles of three")
    if len(chosen_cards) > (ROUNDS if piles else 0):
        raise InvalidPositionError("more cards were chosen than there are rounds")
    for number, cards in enumerate(chosen_cards):
        if len(cards) != seats or any(card not in laid[number] for card, laid in zip(cards, piles, strict=True)):
            raise InvalidPositionError(f"in round {number + 1} everybody plays a card of the pile for it")


def _check_chips(options: Options, chips: tuple[int, ...], pots: tuple[int, ...], carry: int) -> None:
    if len(pots) != len(chips) or min(*chips, *pots, carry) < 0 or not all(chips):
        raise InvalidPositionError("everybody has chips and a pot")
    if sum(chips) + sum(pots) + carry != options.start_chips * len(chips):
        raise InvalidPositionError(f"chips, pots and the middle are {options.start_chips * len(chips)} chips together")
    if options.bet_limit and options.bet_limit_per == "match" and max(pots) > options.bet_limit:
        raise InvalidPositionError(f"nobody puts in more than {options.bet_limit}")


def _choose(state: Get9State, cards: Cards) -> Get9State:
    own_parts = tuple(replace(part, picks=(*part.picks, card)) for part, card in zip(state.own, cards, strict=True))
    return State(replace(state.public, chosen=(True,) * len(own_parts)), own_parts, state.hidden)


def _open(state: Get9State) -> Get9State:
    """Let the house open, compare and score the cards."""
    while state.public.phase in ("choose", "dealer", "score"):
        step = advance(state, _NO_CHANCE)
        assert step is not None
        state = step.state
    return state


def _next_round(state: Get9State) -> Get9State:
    """Start the next round, as after betting. The position's chips are those after it."""
    no = (False,) * state.public.seats
    public = replace(
        state.public, phase="choose", round=state.public.round + 1, turn=None, cap=None, acted=no, chosen=no
    )
    return State(public, state.own, state.hidden)
