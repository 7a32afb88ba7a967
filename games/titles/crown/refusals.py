"""Why a move was refused, where the rules say more than the legal moves. Tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.engine.refusals import refused
from games.titles.crown.kinds import PAIR, Cards, holds, minus
from games.titles.crown.moves import Attack, Bishops, Defend, Discard, Move, Nobles, Reveal, Take
from games.titles.crown.view import CrownView, Public


def refusal(view: CrownView, move: Move, legal: Legal[Move]) -> IllegalMove:
    """The reason as a code of the refusal templates, with its numbers."""
    public, phase, over = view.public, view.public.phase, view.public.phase == "over"
    if isinstance(move, Reveal) and view.mine.hand.count("P") < 3 and not over:
        return IllegalMove("need-three-princes")
    if view.seat != public.asked:
        return refused(Legal(), move, over=over)
    match phase, move:
        case "act", _:
            return _no_action(public, view.mine.hand, move) or refused(legal, move)
        case "defend", Defend():
            return IllegalMove("no-defence")
        case "choose", Take():
            return IllegalMove("not-held")
        case "limit", Discard(cards) if len(cards) != view.half:
            return IllegalMove("wrong-number", {"count": view.half})
        case "limit", Discard():
            return IllegalMove("not-your-card")
    return refused(legal, move) if legal.of(move.type) else IllegalMove(f"{phase}-first")


def _no_action(public: Public, hand: Cards, move: Move) -> IllegalMove | None:
    match move:
        case Bishops(count, pair):
            return IllegalMove("too-few-bishops") if count < 3 else _unpaid("bishops", hand, public.tabled, pair)
        case Nobles(count) if count not in public.options.noble_sets:
            return IllegalMove("two-nobles" if public.options.classic else "two-to-four-nobles")
        case Nobles(_, pair):
            return _unpaid("nobles", hand, (), pair)
        case Attack(pair):
            return _unpaid("knights", hand, (), pair)
    return None


def _unpaid(what: str, hand: Cards, shown: Cards, pair: bool) -> IllegalMove:
    """No pair of princes, a pair that was already shown, or too few cards of the kind."""
    if pair and not holds(hand, PAIR):
        return IllegalMove("no-prince-pair")
    if pair and not holds(minus(hand, shown), PAIR):
        return IllegalMove("prince-pair-shown")
    return IllegalMove(f"not-enough-{what}")
