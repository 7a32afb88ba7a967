"""Written-out positions of The Crown of Lombardia: before keeping one card of three, or after the draft.

hands      both hands; in solo the second is the automaton's
drawn      the three cards of which the turn player keeps one; if left out, the turn's draft is over
player     whose turn it is
turn       its number
scores     points of both
pile       the discards that everyone has seen; if the three initial ones aren't among them, it was shuffled once
buried     the discards of each seat that no one else has seen
known      what each seat knows for certain of the other's hand
deck       the next cards
options
"""

from collections.abc import Mapping

from games.catalog.crown.cards import ALL, SET_ASIDE, Cards, has_cards, sort_cards
from games.catalog.crown.house import DRAFT, HAND
from games.catalog.crown.metadata import METADATA
from games.catalog.crown.state import CrownState, make_state
from games.catalog.crown.types import Options, Phase
from games.catalog.crown.view import Own, Public
from games.engine.positions import InvalidPositionError
from games.engine.serialization.canonical_json import Json, from_json
from games.kit.positions import PositionFields, complete_deck

SIDES = 2
FIRST_DECK = len(ALL) - len(SET_ASIDE) - SIDES * HAND
FIRST_SHUFFLE = FIRST_DECK // DRAFT + 1  # the turn in which the first deck is empty
NOTHING: tuple[Cards, Cards] = ((), ())


def build_position(plain: Mapping[str, Json]) -> CrownState:
    """Build a state. Raises InvalidPositionError if it is impossible under these rules."""
    fields = PositionFields(plain)
    options = from_json(Options, dict(fields.take_options(METADATA)))
    hands, drawn_cards = fields.take_rows("hands"), fields.take_cards("drawn")
    buried, known_rows = fields.take_rows("buried") or NOTHING, fields.take_rows("known") or NOTHING
    pile = sort_cards(fields.take_cards("pile") if "pile" in plain else SET_ASIDE)
    player, turn = fields.take_number("player", 0), fields.take_number("turn", 1)
    scores, first = fields.take_numbers("scores", (0, 0)), fields.take_cards("deck")
    fields.require_nothing_left()
    if any(len(both) != SIDES for both in (hands, buried, known_rows, scores)) or player not in range(SIDES):
        raise InvalidPositionError("two sides, and one of them has the turn")
    if len(drawn_cards) not in (0, DRAFT) or not 0 <= min(scores) <= max(scores) < options.target_points:
        raise InvalidPositionError(f"three cards are drawn, and nobody has {options.target_points} points yet")
    if options.solo and (any(buried) or any(known_rows) or (drawn_cards and player)):
        raise InvalidPositionError("in solo nothing is hidden, and the automaton draws no three cards")
    if not all(has_cards(hands[1 - seat], cards) for seat, cards in enumerate(known_rows)):
        raise InvalidPositionError("nobody knows of cards that the other hasn't")
    deck = complete_deck(ALL, (*hands, *buried, drawn_cards, pile), first)
    shuffled = not has_cards(pile, SET_ASIDE)
    _check_turn(turn, shuffled, len(deck), sum(map(len, buried)), drafted=turn - bool(drawn_cards), solo=options.solo)
    phase: Phase = "keep" if drawn_cards else "auto" if options.solo and player else "act"
    public = Public(options, phase, turn, player, scores, pile=pile, shuffles=int(shuffled))
    sides = tuple(
        Own(
            sort_cards(hand), sort_cards(drawn_cards if seat == player else ()), buried=sort_cards(buried[seat]),
            known=sort_cards(known_rows[seat]), exposed=sort_cards(known_rows[1 - seat]),
        )
        for seat, hand in enumerate(hands)
    )  # fmt: skip
    return make_state(public, sides, deck)


def _check_turn(turn: int, shuffled: bool, deck: int, buried: int, *, drafted: int, solo: bool) -> None:
    """Check the turn: each takes three cards off the deck, and puts one down face down (rules sheet, 4.1)."""
    if turn < (FIRST_SHUFFLE if shuffled and not solo else 1):
        raise InvalidPositionError(f"turns count from 1, and the pile is first shuffled in turn {FIRST_SHUFFLE}")
    if not (solo or shuffled) and (deck != FIRST_DECK - DRAFT * turn or buried < drafted):
        raise InvalidPositionError(
            f"in turn {turn} the deck has {FIRST_DECK - DRAFT * turn} cards, and {drafted} at least lie face down"
        )
