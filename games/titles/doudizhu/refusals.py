"""Why a move was refused. Only called for moves that are not legal; tells nothing that the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.values import Move
from games.titles.doudizhu.combos import Combo
from games.titles.doudizhu.moves import Accept, Pass, Play, Refuse
from games.titles.doudizhu.ranks import Cards, without
from games.titles.doudizhu.state import State


def refusal(state: State, seat: int, move: Move) -> IllegalMove:
    """The reason as a code of the refusal template, with its params."""
    if state.phase == "over":
        return IllegalMove("match-over")
    if seat != state.turn:
        return IllegalMove("not-your-turn")
    if isinstance(move, Accept | Refuse):
        return IllegalMove("auction-is-over")
    if state.phase == "auction":
        return IllegalMove("auction-first")
    if isinstance(move, Pass):
        return IllegalMove("leader-must-play")
    assert isinstance(move, Play)
    return _bad_cards(state, seat, move.cards)


def _bad_cards(state: State, seat: int, cards: Cards) -> IllegalMove:
    if not cards:
        return IllegalMove("no-cards")
    if without(state.hands[seat], cards) is None:
        return IllegalMove("not-your-cards")
    combos, top = state.book.combos, state.top
    combo = combos.get(cards)
    if combo is None:
        return IllegalMove("no-combination")
    if combo.kind == "bomb" and state.bombs_left[seat] == 0:
        return IllegalMove("bomb-spent")
    assert top is not None, "a leader may play every other combination"
    return _too_weak(combo, combos[top.cards])


def _too_weak(combo: Combo, top: Combo) -> IllegalMove:
    if (combo.kind, combo.size) == (top.kind, top.size) or combo.kind == "bomb":
        return IllegalMove("too-low")
    return IllegalMove("wrong-kind", {"kind": top.kind, "count": top.size})
