"""Why a move is refused, as far as it follows from the legal moves alone. Titles name what their rules add to it.

>>> from games.engine.legal_moves import Amount, Legal
>>> class Bid(Move):
...     coins: int
>>> refused(Legal((Amount(Bid, "coins", 1, 5),)), Bid(7)).code
'too-much'
"""

from typing import Any

from games.engine.errors import IllegalMove
from games.engine.legal_moves import Amount, Arrange, Legal, Pick
from games.engine.serialization.values import Move


def refused(legal: Legal[Any], move: Move, *, over: bool = False) -> IllegalMove:
    """The reason for a move that `legal` doesn't contain. The shared refusal template has the sentences."""
    if over:
        return IllegalMove("match-over")
    if not legal:
        return IllegalMove("not-your-turn")
    match legal.of(move.type):
        case None:
            return IllegalMove("not-now")
        case Amount() as amount:
            return _no_amount(amount, getattr(move, amount.field))
        case Pick() as pick:
            return _no_pick(pick, getattr(move, pick.field))
        case Arrange() as arrange:
            return _no_piles(arrange, getattr(move, arrange.field))
    return IllegalMove("not-among-them")


def _no_amount(amount: Amount[Any], asked: int) -> IllegalMove:
    if asked < amount.min:
        return IllegalMove("too-little", {"min": amount.min})
    if asked > amount.max:
        return IllegalMove("too-much", {"max": amount.max})
    return IllegalMove("not-a-multiple", {"min": amount.min, "step": amount.step})


def _no_pick(pick: Pick[Any], cards: tuple[str, ...]) -> IllegalMove:
    if not set(cards) <= set(pick.cards):
        return IllegalMove("not-your-card")
    if len(set(cards)) < len(cards):
        return IllegalMove("same-card-twice")
    if len(cards) > pick.max:
        return IllegalMove("too-many-cards", {"max": pick.max})
    return IllegalMove("too-few-cards", {"min": pick.min})


def _no_piles(arrange: Arrange[Any], piles: tuple[tuple[str, ...], ...]) -> IllegalMove:
    laid = [card for pile in piles for card in pile]
    if not set(laid) <= set(arrange.cards):
        return IllegalMove("not-your-card")
    if len(set(laid)) < len(laid):
        return IllegalMove("same-card-twice")
    if tuple(map(len, piles)) != arrange.shape:
        return IllegalMove("wrong-piles")
    return IllegalMove("not-in-first-pile")
