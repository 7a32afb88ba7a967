"""What the clock plays, decision by decision."""

import pytest

from games.catalog.crown import rules
from games.catalog.crown.moves import Attack, Defend, Discard, EndTurn, Give, Keep, Pick, Take, Yield
from games.catalog.crown.state import CrownState
from games.engine.chance import Chance
from games.engine.serialization.values import Move
from tests.catalog.crown.positions import A, O, cards, draft, played, turn, until_asked


def attacked(defender: str) -> CrownState:
    return played(turn("K3", defender), (A, Attack()))


@pytest.mark.parametrize(
    ("state", "seat", "move"),
    [
        (draft("N3 K2", "", "K1 N1 B1"), A, Keep("N")),
        (draft("N2 K2", "", "K1 N1 B1"), A, Keep("N")),
        (draft("", "", "K1 N1 P1"), A, Keep("P")),
        (played(draft("K2", "B1 N3", "K1 N1 B1"), (A, Keep("K"))), O, Pick("N")),
        (played(draft("K2", "", "K1 N1 B1"), (A, Keep("K"))), O, Pick("B")),
        (played(draft("K2", "B2 N3", "K1 N1 B1", mode="solo"), (0, Keep("K"))), 0, Give("B")),
        (played(draft("K2", "B2 N2", "K1 N1 B1", mode="solo"), (0, Keep("K"))), 0, Give("N")),
        (turn("P3 N4 K3"), A, EndTurn()),
        (attacked("K2"), O, Defend()),
        (attacked("K1 P2"), O, Yield()),
        (until_asked(played(attacked("K1 N2 B2"), (O, Yield())))[0], A, Take("B")),
        (until_asked(played(attacked("K1 N3 B2"), (O, Yield())))[0], A, Take("N")),
        (played(turn("K2 N2 B3 P1"), (A, EndTurn())), A, Discard(cards("K2 N2"))),
        (played(turn("K1 N1 B5 P3"), (A, EndTurn())), A, Discard(cards("K1 N1 B3"))),
    ],
)
def test_the_safe_move_of_the_sheet(state: CrownState, seat: int, move: Move) -> None:
    assert rules.safe_move(state, seat, Chance(b"clock")) == move
    assert rules.legal(state, seat).contains(move)
