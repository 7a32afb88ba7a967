"""Why a move was refused, where the rules say more than the legal moves. Tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.engine.refusals import refused
from games.kit.betting import Betting, room
from games.titles.dilemma.moves import AllIn, Bet, Call, Check, Move, Raise
from games.titles.dilemma.view import Public


def refusal(public: Public, seat: int, move: Move, legal: Legal[Move]) -> IllegalMove:
    """The reason as a code of the refusal templates, with its numbers."""
    if legal and legal.of(move.type) is None:
        return _not_open(public, seat, move)
    return refused(legal, move, over=public.phase == "over")


def _not_open(public: Public, seat: int, move: Move) -> IllegalMove:
    betting = public.betting
    match move:
        case Check():
            return IllegalMove("bet-to-match", {"chips": room(betting, seat).owed})
        case Call():
            return IllegalMove("nothing-to-call")
        case Bet() if betting.highest:
            return IllegalMove("already-a-bet")
        case Raise() if not betting.highest:
            return IllegalMove("no-bet-yet")
        case Bet() | Raise() | AllIn():
            free = room(betting, seat, reopens=public.options.reopen_after_short_all_in)
            return IllegalMove("only-all-in", {"min": free.low}) if free.high else _closed(betting, seat)
    return IllegalMove("not-now")


def _closed(betting: Betting, seat: int) -> IllegalMove:
    others = (chips for at, chips in enumerate(betting.stacks) if betting.live[at] and at != seat)
    return IllegalMove("raising-closed" if any(others) else "others-all-in")
