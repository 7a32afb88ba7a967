"""Premoves of Dilemma Hold'em (rules sheet, 15). Amounts are dollars."""

from typing import Literal

from games.catalog.dilemma.moves import Bet, Call, Check, Fold, Move, Raise
from games.catalog.dilemma.types import UNIT
from games.catalog.dilemma.view import DilemmaView
from games.engine import premoves
from games.engine.game import list_subclasses
from games.engine.legal_moves import Amount, Legal
from games.engine.premoves import ChoiceParameter, IntegerParameter, PremoveAnswer, PremoveOffer

Until = Literal["round", "hand"]
UNTIL: tuple[Until, ...] = ("round", "hand")


class Premove(premoves.Premove):
    """A premove at a Dilemma table."""


class CheckFold(Premove):
    """Check if that is free, otherwise fold."""

    until: Until


class CallUpTo(Premove):
    """Check if that is free; call up to `chips` in this round, or in the whole hand; otherwise fold."""

    chips: int
    until: Until


class RaiseOnce(Premove):
    """Bet or raise to `to`, and call up to `more` dollars above that if someone raises again in this round.

    If that raise is no longer possible, the person is asked.
    """

    to: int
    more: int


PREMOVE_TYPES = list_subclasses(Premove)


def list_offers(view: DilemmaView) -> tuple[PremoveOffer, ...]:
    """Offer premoves to seats that may still have to decide in this hand."""
    about = _get_round_scope(view)
    if not about:
        return ()
    max_chips = view.public.betting.paid[view.me] + view.stack
    likely = max(view.public.betting.highest, view.public.blinds[1])
    until, chips = ChoiceParameter("until", UNTIL), IntegerParameter("chips", UNIT, max_chips, UNIT, proposed=likely)
    check_fold, call = PremoveOffer(CheckFold, (until,), about), PremoveOffer(CallUpTo, (chips, until), about)
    least = view.public.betting.highest + view.public.blinds[1]
    if view.most_bet < least:
        return check_fold, call
    to = IntegerParameter("to", least, view.most_bet, UNIT, proposed=view.half_pot)
    extra = IntegerParameter("more", 0, view.most_bet - least, UNIT)
    return check_fold, call, PremoveOffer(RaiseOnce, (to, extra), about)


def list_usual(view: DilemmaView) -> tuple[Premove, ...]:
    """List common ones: check or fold, and pay only the current bet."""
    if not _get_round_scope(view):
        return ()
    highest, paid = view.public.betting.highest, view.public.betting.paid[view.me]
    calls = (CallUpTo(highest, "round"),) if 0 < highest <= paid + view.stack else ()
    return (CheckFold("round"), *calls, CheckFold("hand"))


def scope(plan: Premove, view: DilemmaView) -> str:
    """Return the hand or the betting round, as long as the seat is in it and has chips."""
    round_scope = _get_round_scope(view)
    lasts_hand = isinstance(plan, CheckFold | CallUpTo) and plan.until == "hand"
    return round_scope.partition("/")[0] if lasts_hand else round_scope


def answer(plan: Premove, view: DilemmaView, legal: Legal[Move]) -> PremoveAnswer[Move] | None:
    match plan:
        case RaiseOnce(to, more):
            size = legal.of("raise") or legal.of("bet")
            if not isinstance(size, Amount) or size.min > to:
                return None
            sized = min(to, size.max)
            return PremoveAnswer(Raise(sized) if size.make is Raise else Bet(sized), CallUpTo(to + more, "round"))
        case CallUpTo(chips, "round"):
            return _call_or_fold(view, legal, chips, plan)
        case CallUpTo(chips, _):
            betting = view.public.betting
            return _call_or_fold(view, legal, chips - betting.paid[view.me] + betting.bets[view.me], plan)
    return _call_or_fold(view, legal, 0, plan)


def _call_or_fold(view: DilemmaView, legal: Legal[Move], limit: int, rest: Premove) -> PremoveAnswer[Move]:
    """Check, or call a bet of at most `limit`, otherwise fold."""
    if legal.contains(Check()):
        return PremoveAnswer(Check(), rest)
    bet = view.public.betting.bets[view.me] + view.owed
    return PremoveAnswer(Call() if bet <= limit else Fold(), rest)


def _get_round_scope(view: DilemmaView) -> str:
    """Return the hand and its betting round; "" for a seat that has no more decisions in it."""
    public = view.public
    bets = public.phase == "bets" and view.seat in public.live and view.stack > 0
    return f"{public.hand}/{len(public.board)}" if bets else ""
