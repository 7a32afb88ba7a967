"""Why a move was refused, where the rules say more than the legal moves. Tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.engine.refusals import refused
from games.titles.crown.kinds import PAIR, Cards, holds, minus
from games.titles.crown.moves import Attack, Bishops, Discard, Move, Nobles, Reveal
from games.titles.crown.parts import Phase
from games.titles.crown.view import CrownView, Public

# Where there is one question only: the types of its answers, the first of them naming the reason against others.
_FIRST: dict[Phase, tuple[str, ...]] = {
    "keep": ("keep",),
    "pick": ("pick",),
    "give": ("give",),
    "defend": ("defend", "yield"),
    "choose": ("take",),
    "limit": ("discard",),
}


def refusal(view: CrownView, move: Move, legal: Legal[Move]) -> IllegalMove:
    """The reason as a code of the refusal templates, with its numbers."""
    public, over = view.public, view.public.phase == "over"
    if isinstance(move, Reveal) and view.mine.hand.count("P") < 3 and not over:
        return IllegalMove("need-three-princes")
    if view.seat != public.asked:
        return refused(Legal(), move, over=over)
    if public.phase == "act":
        return _no_action(public, view.mine.hand, move) or refused(legal, move)
    if move.type not in _FIRST[public.phase]:
        return IllegalMove(f"{_FIRST[public.phase][0]}-first")
    return _no_answer(view, move) or refused(legal, move)


def _no_answer(view: CrownView, move: Move) -> IllegalMove | None:
    match view.public.phase:
        case "defend":
            return IllegalMove("no-defence")
        case "choose":
            return IllegalMove("not-held")
    if isinstance(move, Discard):
        wrong = len(move.cards) != view.half
        return IllegalMove("wrong-number", {"count": view.half}) if wrong else IllegalMove("not-your-card")
    return None


def _no_action(public: Public, hand: Cards, move: Move) -> IllegalMove | None:
    match move:
        case Bishops(count, pair):
            return IllegalMove("too-few-bishops") if count < 3 else _unpaid("bishops", hand, public.tabled, pair)
        case Nobles(count) if count not in public.options.noble_sets:
            return IllegalMove("two-nobles" if public.options.mode == "classic" else "two-to-four-nobles")
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
