"""Positions for tests: hands written by rank, and a house that can be asked to run."""

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.happenings import Happening
from games.catalog.doudizhu.metadata import METADATA
from games.catalog.doudizhu.move_tables import MoveTables, get_move_tables
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import DECK, Cards, sort_cards
from games.catalog.doudizhu.state import DoudizhuState
from games.catalog.doudizhu.types import Answer
from games.engine.chance import Chance
from games.engine.game import AddressedHappening, Step
from games.engine.metadata import Value
from tests.catalog.states import but

ACCEPT, REFUSE, PASS = Accept(), Refuse(), Pass()
ALL_REFUSED: tuple[Answer, ...] = ("refuse",) * 4
CHANCE = Chance(b"a table of the tests")
BOOK: MoveTables = get_move_tables(low_two=True)


def cards(text: str) -> Cards:
    """ "3 3 s" as cards, low to high."""
    return sort_cards(text.split())


def lay(text: str) -> Play:
    return Play(cards(text))


def begin(**options: Value) -> DoudizhuState:
    """A table after setup, nothing done."""
    return rules.setup(METADATA.clean_options(options), 4)


def house(state: DoudizhuState, chance: Chance = CHANCE) -> tuple[DoudizhuState, list[AddressedHappening[Happening]]]:
    """Run game steps until a seat has to move or the match is over."""
    happenings: list[AddressedHappening[Happening]] = []
    while step := rules.advance(state, chance):
        state = step.state
        happenings += step.happenings
    return state, happenings


def auction(starter: int = 0, **options: Value) -> DoudizhuState:
    """The first question of a match; `starter` holds the face-up card."""
    state = house(begin(**options))[0]
    return but(state, starter=starter, face_up=hands(state)[starter][0])


def play(state: DoudizhuState, *moves: Move) -> DoudizhuState:
    """The seats' decisions one after the other, without the house."""
    for move in moves:
        state = rules.apply(state, asked(state), move).state
    return state


def asked(state: DoudizhuState) -> int:
    """Return the seat to move."""
    assert state.public.turn is not None
    return state.public.turn


def hands(state: DoudizhuState) -> tuple[Cards, ...]:
    return tuple(private.hand for private in state.own)


def table(*held: str, landlord: int = 0, rate: int = 1, bombs_left: tuple[int | None, ...] = (None,) * 4,
          **options: Value) -> DoudizhuState:  # fmt: skip
    """The landlord's first lead, with these hands by seat; all other cards have been played."""
    hands = tuple(cards(hand) for hand in held)
    rest = list(DECK)
    for card in (card for hand in hands for card in hand):
        rest.remove(card)
    state = house(play(auction(landlord, **options), ACCEPT))[0]
    played = []
    for count, hand in zip(state.public.counts, hands, strict=True):
        played_count = count - len(hand)
        played.append(sort_cards(rest[:played_count]))
        rest = rest[played_count:]
    answers = state.public.answers if rate == 2 else ALL_REFUSED
    return but(state, hand=hands, played=tuple(played), answers=answers, bombs_left=bombs_left)


def step(state: DoudizhuState) -> Step[DoudizhuState, Happening]:
    """The next house step."""
    next_step = rules.advance(state, CHANCE)
    assert next_step is not None
    return next_step


def ended(state: DoudizhuState) -> tuple[DoudizhuState, list[AddressedHappening[Happening]]]:
    """The same up to the payment of the deal; the next one is not dealt yet."""
    happenings: list[AddressedHappening[Happening]] = []
    while state.public.phase in ("show", "payment"):
        next_step = step(state)
        state = next_step.state
        happenings += next_step.happenings
    return state, happenings
