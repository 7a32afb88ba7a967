"""Written-out positions of Dou Dizhu: the auction, or the end of a deal, when all cards not in hands have been played.

The end:
hands      the cards of each of the four seats
landlord   a seat
refused    those who refused before the landlord accepted, in order: they may play only one bomb
leader     the seat that leads now, after three passes; default: the landlord

The auction:
starter    the seat asked first; its first card is the face-up card
hands      cards of each seat; those missing to 25 are filled up from the rest of the deck
kitty      the eight cards face down, filled up in the same way

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

NOBODY = -1


def build_position(plain: Mapping[str, Json]) -> DoudizhuState:
    """Build a state. Raises InvalidPositionError if it is impossible under these rules."""
    fields = PositionFields(plain)
    options = from_json(Options, dict(fields.take_options(METADATA)))
    starter, deal = fields.take_number("starter", NOBODY), fields.take_number("deal", 1)
    hands = fields.take_rows("hands")
    if len(hands) != SEATS or not 1 <= deal <= options.deals:
        raise InvalidPositionError("four hands, in one of the table's deals")
    if starter == NOBODY:
        return _build_end(fields, options, deal, hands)
    return _build_auction(fields, options, deal, hands, starter)


def _build_auction(
    fields: PositionFields, options: Options, deal: int, hands: Sequence[Cards], starter: int
) -> DoudizhuState:
    kitty = fields.take_cards("kitty")
    fields.require_nothing_left()
    if not (0 <= starter < SEATS and hands[starter]):
        raise InvalidPositionError("who is asked first is one of the seats, and holds a card that lay face up")
    *held, aside = _complete_hands(hands, kitty)
    public = Public(options=options, phase="auction", deal=deal, starter=starter, face_up=hands[starter][0])
    return State(public, tuple(map(Own, held)), Hidden(aside))


def _complete_hands(hands: Sequence[Cards], kitty: Cards) -> tuple[Cards, ...]:
    """Return all hands and the kitty, with the rest of the deck dealt in turn to those that miss the most cards."""
    named = (*hands, kitty)
    missing = [size - len(cards) for size, cards in zip((HAND,) * SEATS + (KITTY,), named, strict=True)]
    if min(missing) < 0:
        raise InvalidPositionError(f"each seat has {HAND} cards, and {KITTY} lie aside")
    dealt = _deal_out(complete_deck(DECK, named, ()), missing)
    return tuple(sort_cards(cards + extra) for cards, extra in zip(named, dealt, strict=True))


def _build_end(fields: PositionFields, options: Options, deal: int, hand_rows: Sequence[Cards]) -> DoudizhuState:
    hands, landlord = tuple(map(sort_cards, hand_rows)), fields.take_number("landlord", 0)
    refused, leader = fields.take_numbers("refused", ()), fields.take_number("leader", landlord)
    fields.require_nothing_left()
    if not (0 <= landlord < SEATS and 0 <= leader < SEATS):
        raise InvalidPositionError("the landlord and the leader are two of the seats, or one")
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
    own_parts = tuple(Own(hand, kitty if seat == landlord else ()) for seat, hand in enumerate(hands))
    return State(public, own_parts, Hidden())


def _share_out(hands: Sequence[Cards], landlord: int, rest: Cards) -> tuple[Cards, ...]:
    """Return the cards each seat has played: the rest, dealt in turn so that each started with its full hand."""
    missing = [HAND + KITTY * (seat == landlord) - len(hand) for seat, hand in enumerate(hands)]
    if not all(hands) or min(missing) < KITTY:
        raise InvalidPositionError(f"each seat holds a card, and has played {KITTY} at least")
    return _deal_out(rest, missing)


def _deal_out(cards: Cards, counts: Sequence[int]) -> tuple[Cards, ...]:
    """Deal `counts` cards to each row, always to the one that still gets the most."""
    rows: list[list[str]] = [[] for _ in counts]
    for card in cards:
        at = max(range(len(rows)), key=lambda row: counts[row] - len(rows[row]))
        rows[at].append(card)
    return tuple(map(sort_cards, rows))
