"""Why a move was refused, where the rules say more than the legal moves. Tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.engine.refusals import refused
from games.titles.get9 import betting
from games.titles.get9.moves import AllIn, Call, Check, Choose, Move, Open, Raise, Split
from games.titles.get9.view import Public


def refusal(public: Public, seat: int, move: Move, legal: Legal[Move]) -> IllegalMove:
    """The reason as a code of the refusal templates, with its numbers."""
    if public.phase != "over" and public.statuses[seat] in ("folded", "out"):
        return IllegalMove("not-in-match")
    found = None
    if public.phase == "choose":
        found = _no_choice(public, seat, move)
    elif legal and legal.of(move.type) is None:
        found = _no_bet(public, seat, move)
    return found or refused(legal, move, over=public.phase == "over")


def _no_choice(public: Public, seat: int, move: Move) -> IllegalMove | None:
    match move:
        case Split():
            return IllegalMove("already-split") if public.split[seat] else None
        case Choose() if not public.split[seat]:
            return IllegalMove("split-first")
        case Choose():
            return IllegalMove("already-chosen") if public.chosen[seat] else None
    return IllegalMove("cards-first")


def _no_bet(public: Public, seat: int, move: Move) -> IllegalMove | None:
    """Why this kind of bet is not open to the seat whose turn it is."""
    owed = public.owed[seat]
    if betting.opening(public):
        return IllegalMove("open-first")
    match move:
        case Open():
            return IllegalMove("already-open")
        case Raise() if (most := betting.highest(public, seat)) <= public.table_bet:
            return IllegalMove("no-raise-left", {"max": most})
        case Raise():
            return IllegalMove("nobody-to-raise")
        case Call() if owed:
            return IllegalMove("cannot-call", {"owed": owed, "chips": public.chips[seat]})
        case Check():
            return IllegalMove("check-owes", {"owed": owed})
        case AllIn() if owed or public.options.free_call:
            return IllegalMove("can-call", {"owed": owed})
        case Call() | AllIn():
            return IllegalMove("nothing-to-call")
    return None
