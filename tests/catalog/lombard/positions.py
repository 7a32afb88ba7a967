"""Positions for tests: states laid out by hand, and a house that can be asked to run."""

from games.catalog.lombard import rules
from games.catalog.lombard.hands import DECK
from games.catalog.lombard.metadata import METADATA
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.state import LombardState
from games.engine.chance import Chance
from games.engine.game import AddressedHappening, Step
from games.engine.metadata import Value
from tests.catalog.states import but

CALL, OTHER, DOUBLE, FOLD = Call(0), Call(1), Double(), Fold()
CHANCE = Chance(b"a table of the tests")


def begin(seats: int, **options: Value) -> LombardState:
    """A table after setup, nothing done."""
    return rules.setup(METADATA.clean_options(options), seats)


def house(state: LombardState, chance: Chance = CHANCE) -> tuple[LombardState, list[AddressedHappening]]:
    """Run game steps until a seat has to move or the match is over."""
    happenings: list[AddressedHappening] = []
    while step := rules.advance(state, chance):
        state = step.state
        happenings += step.happenings
    return state, happenings


def first_turn(seats: int, **options: Value) -> LombardState:
    """The first decision of a match, as dealt."""
    return house(begin(seats, **options))[0]


def lay(*holes: str, board: str, balances: tuple[int, ...] = (), **options: Value) -> LombardState:
    """The first decision of a round in which the seats hold `holes` and `board` will be the five community cards.

    The last seat deals, so seat 0 begins.
    """
    hands = tuple(tuple(hole.split()) for hole in holes)
    community = tuple(board.split())
    used = {*community, *(card for hole in hands for card in hole)}
    assert len(used) == 2 * len(hands) + 5, "a card lies twice"
    return but(
        first_turn(len(hands), **options),
        dealer=len(hands) - 1,
        balances=balances or (8,) * len(hands),
        supplied=sum(balances) - 8 * len(hands) + 1 if balances else 1,
        cards=hands,
        board=community[:3],
        deck=(*community[3:], *(card for card in DECK if card not in used)),
    )


def play(state: LombardState, *moves: Move) -> LombardState:
    """The seats' decisions one after the other, without the house."""
    for move in moves:
        assert state.public.turn is not None
        state = rules.apply(state, state.public.turn, move).state
    return state


def played(state: LombardState, *moves: Move) -> LombardState:
    """The same up to the payment, which ends the round; the next one is not dealt yet."""
    state = play(state, *moves)
    while state.public.phase not in ("deal", "over"):
        state = next_step(state).state
    return state


def next_step(state: LombardState) -> Step:
    step = rules.advance(state, CHANCE)
    assert step is not None
    return step
