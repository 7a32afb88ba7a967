"""Why a move is refused. Tells nothing that the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.values import Move
from games.titles.doudizhu.combos import Combo
from games.titles.doudizhu.moves import Accept, Pass, Play, Refuse
from games.titles.doudizhu.ranks import Cards, without
from games.titles.doudizhu.state import State


def refusal(state: State, seat: int, move: Move) -> IllegalMove | None:
    """The reason as a code of the refusal template, with its params; None for a legal move."""
    if state.phase == "over":
        return IllegalMove("match-over")
    if seat != state.turn:
        return IllegalMove("not-your-turn")
    if isinstance(move, (Accept, Refuse)):
        return None if state.phase == "auction" else IllegalMove("auction-is-over")
    if state.phase == "auction":
        return IllegalMove("auction-first")
    if isinstance(move, Pass):
        return IllegalMove("leader-must-play") if state.top is None else None
    assert isinstance(move, Play)
    return _bad_cards(state, seat, move.cards)


def _bad_cards(state: State, seat: int, cards: Cards) -> IllegalMove | None:
    if not cards:
        return IllegalMove("no-cards")
    if without(state.hands[seat], cards) is None:
        return IllegalMove("not-your-cards")
    combos = state.book.combos
    combo = combos.get(cards)
    if combo is None:
        return IllegalMove("no-combination")
    if combo.kind == "bomb" and state.bombs_left[seat] == 0:
        return IllegalMove("bomb-spent")
    top = state.top
    return None if top is None else _too_weak(combo, combos[top.cards])


def _too_weak(combo: Combo, top: Combo) -> IllegalMove | None:
    if combo.beats(top):
        return None
    if (combo.kind, combo.size) == (top.kind, top.size) or combo.kind == "bomb":
        return IllegalMove("too-low")
    return IllegalMove("wrong-kind", {"kind": top.kind, "count": top.size})
