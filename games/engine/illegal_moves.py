"""Reasons for refusing a move, as far as they follow from the legal moves alone. Games add those of their rules.

>>> from games.engine.legal_moves import Amount, Legal
>>> class Bid(Move):
...     coins: int
>>> get_generic_error(Legal((Amount(Bid, "coins", 1, 5),)), Bid(7)).code
'too-much'
"""

from typing import Any

from games.engine.errors import IllegalMoveError
from games.engine.legal_moves import Amount, Arrange, Legal, Pick
from games.engine.serialization.values import Move


def get_generic_error(legal: Legal[Any], move: Move, *, is_over: bool = False) -> IllegalMoveError:
    """Return the error for a move that `legal` doesn't contain. The shared error template has the messages."""
    if is_over:
        return IllegalMoveError("match-over")
    if not legal:
        return IllegalMoveError("not-your-turn")
    match legal.of(move.type):
        case None:
            return IllegalMoveError("not-now")
        case Amount() as amount:
            return _get_amount_error(amount, getattr(move, amount.field))
        case Pick() as pick:
            return _get_pick_error(pick, getattr(move, pick.field))
        case Arrange() as arrange:
            return _get_arrange_error(arrange, getattr(move, arrange.field))
    return IllegalMoveError("not-among-them")


def _get_amount_error(amount: Amount[Any], value: int) -> IllegalMoveError:
    if value < amount.min:
        return IllegalMoveError("too-little", {"min": amount.min})
    if value > amount.max:
        return IllegalMoveError("too-much", {"max": amount.max})
    return IllegalMoveError("not-a-multiple", {"min": amount.min, "step": amount.step})


def _get_pick_error(pick: Pick[Any], cards: tuple[str, ...]) -> IllegalMoveError:
    if not set(cards) <= set(pick.cards):
        return IllegalMoveError("not-your-card")
    if len(set(cards)) < len(cards):
        return IllegalMoveError("same-card-twice")
    if len(cards) > pick.max:
        return IllegalMoveError("too-many-cards", {"max": pick.max})
    return IllegalMoveError("too-few-cards", {"min": pick.min})


def _get_arrange_error(arrange: Arrange[Any], piles: tuple[tuple[str, ...], ...]) -> IllegalMoveError:
    laid = [card for pile in piles for card in pile]
    if not set(laid) <= set(arrange.cards):
        return IllegalMoveError("not-your-card")
    if len(set(laid)) < len(laid):
        return IllegalMoveError("same-card-twice")
    if tuple(map(len, piles)) != arrange.shape:
        return IllegalMoveError("wrong-piles")
    return IllegalMoveError("not-in-first-pile")
