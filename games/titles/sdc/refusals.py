"""Why a move was refused, where the rules say more than the legal moves. Tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.engine.refusals import refused
from games.titles.sdc.moves import Draw, Drop, Move, Raise
from games.titles.sdc.view import Public


def refusal(public: Public, seat: int, move: Move, legal: Legal[Move]) -> IllegalMove:
    """The reason as a code of the refusal templates, with its numbers."""
    if public.phase == "draw" and not isinstance(move, Draw):
        return IllegalMove("draw-first")
    if public.phase == "draw" and public.confirmed[seat]:
        return IllegalMove("already-confirmed")
    if legal and legal.of(move.type) is None:
        return _not_now(public, move)
    return refused(legal, move, over=public.phase == "over")


def _not_now(public: Public, move: Move) -> IllegalMove:
    match move:
        case Raise() if public.phase == "answer":
            return IllegalMove("no-raise-left", {"max": public.limit})
        case Raise() if public.phase == "reply":
            return IllegalMove("no-second-raise")
        case Drop() if public.phase == "bid":
            return IllegalMove("opener-must-bid")
    return IllegalMove("not-now")
