"""The end of a deal of Dou Dizhu written out: all cards that nobody holds have been played.

hands      the cards of each of the four seats
landlord   a seat
refused    who refused before the landlord accepted, in their order: they may play one bomb
leader     who leads now, three others having passed; the landlord unless named
deal, options
"""

from collections.abc import Mapping, Sequence

from games.catalog.doudizhu.metadata import METADATA
from games.catalog.doudizhu.ranks import DECK, Cards, sort_cards
from games.catalog.doudizhu.state import DoudizhuState, Hidden
from games.catalog.doudizhu.types import HAND, KITTY, SEATS, Answer, Options, Turn
from games.catalog.doudizhu.view import Own, Public
from games.engine.game import State
from games.engine.positions import InvalidPositionError
from games.engine.serialization.canonical_json import Json, from_json
from games.kit.positions import PositionFields, complete_deck


def build_position(plain: Mapping[str, Json]) -> DoudizhuState:
    """Raises InvalidPositionError for what can't be, or never came about by these rules."""
    fields = PositionFields(plain)
    options = from_json(Options, dict(fields.take_options(METADATA)))
    hands, landlord = tuple(map(sort_cards, fields.take_rows("hands"))), fields.take_number("landlord", 0)
    refused, leader = fields.take_numbers("refused", ()), fields.take_number("leader", landlord)
    deal = fields.take_number("deal", 1)
    fields.require_nothing_left()
    if len(hands) != SEATS or not (0 <= landlord < SEATS and 0 <= leader < SEATS and 1 <= deal <= options.deals):
        raise InvalidPositionError("four hands, and the landlord and the leader are two of the seats, or one")
    if refused != tuple((landlord + len(refused) - n) % SEATS for n in range(len(refused))) or len(refused) >= SEATS:
        raise InvalidPositionError("who refused comes before the landlord, counterclockwise")
    if not options.kitty_to_landlord:
        raise InvalidPositionError("the landlord has taken the kitty")
    played = _share_out(hands, landlord, complete_deck(DECK, hands, ()))
    starter = refused[0] if refused else landlord
    answers: tuple[Answer, ...] = tuple(
        "accept" if seat == landlord else "refuse" if seat in refused else "" for seat in range(SEATS)
    )
    passes = tuple(Turn((leader - n) % SEATS, ()) for n in range(1, SEATS))
    kitty = played[landlord][:KITTY]
    public = Public(
        options=options, phase="play", deal=deal, starter=starter, face_up=played[starter][0], answers=answers,
        bombs_left=tuple(1 if seat in refused else None for seat in range(SEATS)), played=played,
        trick=(Turn(leader, played[leader][-1:]), *passes), kitty=kitty if options.show_kitty else (),
    )  # fmt: skip
    own = tuple(Own(hand, kitty if seat == landlord else ()) for seat, hand in enumerate(hands))
    return State(public, own, Hidden())


def _share_out(hands: Sequence[Cards], landlord: int, rest: Cards) -> tuple[Cards, ...]:
    """What each seat has played: of the rest as many cards as it held more at first, by turns."""
    missing = [HAND + KITTY * (seat == landlord) - len(hand) for seat, hand in enumerate(hands)]
    if not all(hands) or min(missing) < KITTY:
        raise InvalidPositionError(f"each seat holds a card, and has played {KITTY} at least")
    played: list[list[str]] = [[] for _ in hands]
    for card in rest:
        seat = max(range(SEATS), key=lambda one: missing[one] - len(played[one]))
        played[seat].append(card)
    return tuple(sort_cards(cards) for cards in played)
