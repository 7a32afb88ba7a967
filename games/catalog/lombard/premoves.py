"""Premoves of Lombard Hold'em: the one decision of the round (rules sheet, 12)."""

from games.catalog.lombard.hands import number_of
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.types import UNDECIDED
from games.catalog.lombard.view import LombardView
from games.engine import premoves
from games.engine.game import list_subclasses
from games.engine.legal_moves import Legal
from games.engine.premoves import ChoiceParameter, IntegerParameter, PremoveAnswer, PremoveOffer


class Premove(premoves.Premove):
    """A premove at a Lombard table."""


class StepOut(Premove):
    """Fold."""


class CallWith(Premove):
    """Call, opening that hole card.

    Folds instead if more than `doubled` players have doubled before, or, if `wary`, when an opened card makes a higher
    pair than the seat's own.
    """

    card: int
    doubled: int
    wary: bool


class DoubleUp(Premove):
    """Double, under the same conditions."""

    doubled: int
    wary: bool


PREMOVE_TYPES = list_subclasses(Premove)


def list_offers(view: LombardView) -> tuple[PremoveOffer, ...]:
    """List all decisions, before and during the seat's turn."""
    about = scope(StepOut(), view)
    if not about:
        return ()
    before = view.public.order.index(view.me)
    conditions = (IntegerParameter("doubled", 0, before, proposed=before), ChoiceParameter("wary", (False, True)))
    return (
        PremoveOffer(StepOut, (), about),
        PremoveOffer(CallWith, (ChoiceParameter("card", (0, 1)), *conditions), about),
        PremoveOffer(DoubleUp, conditions, about),
    )


def list_usual(view: LombardView) -> tuple[Premove, ...]:
    """List fold, call with either card, and double, regardless of earlier actions."""
    if not scope(StepOut(), view):
        return ()
    before = view.public.order.index(view.me)
    calls = (CallWith(card, before, wary=False) for card in (0, 1))
    return (StepOut(), *calls, DoubleUp(before, wary=False))


def scope(plan: Premove, view: LombardView) -> str:
    """Return the round, until the seat has had its turn."""
    public = view.public
    return str(public.round) if public.phase == "turns" and public.actions[view.me] == UNDECIDED else ""


def answer(plan: Premove, view: LombardView, legal: Legal[Move]) -> PremoveAnswer[Move] | None:
    """Answer with the premove, unless it folds where that isn't legal: the last player left may still take a coin."""
    move: Move = Fold()
    match plan:
        case CallWith(card, doubled, wary) if _is_playable(view, doubled, wary):
            move = Call(card)
        case DoubleUp(doubled, wary) if _is_playable(view, doubled, wary):
            move = Double()
    return PremoveAnswer(move) if legal.contains(move) else None


def _is_playable(view: LombardView, doubled: int, wary: bool) -> bool:
    return view.public.actions.count("double") <= doubled and not (wary and is_beaten(view))


def is_beaten(view: LombardView) -> bool:
    """Return whether another seat's opened card pairs with the board, higher than what the seat's own cards make."""
    own_hand, on_table = view.hand, {number_of(card) for card in view.public.board}
    if own_hand is None or own_hand.category not in ("nothing", "pair"):
        return False
    own_pair = own_hand.numbers[0] if own_hand.category == "pair" else 0
    other_holes = (hole for seat, hole in enumerate(view.public.holes) if seat != view.seat)
    opened = {number_of(card) for hole in other_holes for card in hole if card}
    return max(opened & on_table, default=0) > own_pair
