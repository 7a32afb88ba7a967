"""Positions for tests: hands written by rank, and a house that can be asked to run."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Move, Step, Told
from games.engine.meta import Value
from games.titles.doudizhu import rules
from games.titles.doudizhu.book import Book, book
from games.titles.doudizhu.meta import META
from games.titles.doudizhu.moves import Accept, Pass, Play, Refuse
from games.titles.doudizhu.ranks import DECK, Cards, in_order
from games.titles.doudizhu.state import State

ACCEPT, REFUSE, PASS = Accept(), Refuse(), Pass()
CHANCE = Chance(b"a table of the tests")
BOOK: Book = book(low_two=True, mixed_rank=17)


def cards(text: str) -> Cards:
    """ "3 3 s" as cards, low to high."""
    return in_order(text.split())


def lay(text: str) -> Play:
    return Play(cards(text))


def begin(**options: Value) -> State:
    """A table after setup, nothing done."""
    return rules.setup(META.options_checked(options), 4)


def house(state: State, chance: Chance = CHANCE) -> tuple[State, list[Told]]:
    """The house's steps until somebody must decide or the match is over."""
    told: list[Told] = []
    while step := rules.advance(state, chance):
        state = step.state  # type: ignore[assignment]
        told += step.happenings
    return state, told


def auction(starter: int = 0, **options: Value) -> State:
    """The first question of a match; `starter` holds the face-up card."""
    state = house(begin(**options))[0]
    return replace(state, starter=starter, face_up=state.hands[starter][0])


def play(state: State, *moves: Move) -> State:
    """The seats' decisions one after the other, without the house."""
    for move in moves:
        assert state.turn is not None
        state = rules.apply(state, state.turn, move).state  # type: ignore[assignment]
    return state


def table(*hands: str, landlord: int = 0, rate: int = 1, bombs_left: tuple[int | None, ...] = (None,) * 4,
          **options: Value) -> State:  # fmt: skip
    """The landlord's first lead, with these hands by seat; the rest of the deck has been played."""
    own = tuple(cards(hand) for hand in hands)
    rest = list(DECK)
    for card in (card for hand in own for card in hand):
        rest.remove(card)
    state = house(play(auction(landlord, **options), ACCEPT))[0]
    played = tuple(in_order(rest[seat::4]) for seat in range(4))
    return replace(state, hands=own, played=played, landlord=landlord, rate=rate, bombs_left=bombs_left)


def step(state: State) -> Step:
    """The next house step."""
    taken = rules.advance(state, CHANCE)
    assert taken is not None
    return taken


def ended(state: State) -> tuple[State, list[Told]]:
    """The same up to the payment of the deal; the next one is not dealt yet."""
    told: list[Told] = []
    while state.phase in ("show", "payment"):
        taken = step(state)
        state = taken.state  # type: ignore[assignment]
        told += taken.happenings
    return state, told
