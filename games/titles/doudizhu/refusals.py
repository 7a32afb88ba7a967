"""Why a move was refused, where the rules say more than the legal moves. Tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.engine.refusals import refused
from games.titles.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.titles.doudizhu.ranks import Cards, without
from games.titles.doudizhu.view import DoudizhuView


def refusal(view: DoudizhuView, move: Move, legal: Legal[Move]) -> IllegalMove:
    """The reason as a code of the refusal templates, with its params."""
    if legal and view.public.phase == "auction":
        return IllegalMove("auction-first")
    match move:
        case Accept() | Refuse() if legal:
            return IllegalMove("auction-is-over")
        case Pass() if legal:
            return IllegalMove("leader-must-play")
        case Play(cards) if legal:
            return _bad_cards(view, cards)
    return refused(legal, move, over=view.public.phase == "over")


def _bad_cards(view: DoudizhuView, cards: Cards) -> IllegalMove:
    if not cards:
        return IllegalMove("too-few-cards", {"min": 1})
    if without(view.mine.hand, cards) is None:
        return IllegalMove("not-your-card")
    combos, turn = view.public.options.book.combos, view.public.top
    combo = combos.get(cards)
    if combo is None:
        return IllegalMove("no-combination")
    if combo.kind == "bomb" and view.public.bombs_left[view.me] == 0:
        return IllegalMove("bomb-spent")
    assert turn is not None, "a leader may play every other combination"
    top = combos[turn.cards]
    if (combo.kind, combo.size) == (top.kind, top.size) or combo.kind == "bomb":
        return IllegalMove("too-low")
    return IllegalMove("wrong-kind", {"kind": top.kind, "count": top.size})
