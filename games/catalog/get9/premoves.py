"""Premoves of GET9!: how far to follow bets, and the next round's card (rules sheet, 11)."""

from typing import ClassVar

from games.catalog.get9.moves import AllIn, Call, Check, Choose, Fold, Move
from games.catalog.get9.types import ROUNDS
from games.catalog.get9.view import Get9View
from games.engine import premoves
from games.engine.game import list_subclasses
from games.engine.legal_moves import Legal
from games.engine.premoves import ChoiceParameter, IntegerParameter, PremoveAnswer, PremoveOffer


class Premove(premoves.Premove):
    """A premove at a GET9! table."""


class CallTo(Premove):
    """Rest if that is free; call while the seat's bet of this round is at most `chips`, otherwise fold."""

    slot: ClassVar[str] = "bet"
    chips: int


class NextCard(Premove):
    """The card to play in the next round."""

    slot: ClassVar[str] = "card"
    card: str


PREMOVE_TYPES = list_subclasses(Premove)


def list_offers(view: Get9View) -> tuple[PremoveOffer, ...]:
    """List both during betting; the answer to bets as soon as the seat has chosen its card."""
    offers = list[PremoveOffer]()
    if bet := scope(CallTo(0), view):
        offers.append(
            PremoveOffer(
                CallTo, (IntegerParameter("chips", 0, most_bet(view), proposed=max(1, view.public.table_bet)),), bet
            )
        )
    if card := scope(NextCard(""), view):
        pile = view.mine.piles[get_next_round(view) - 1]
        offers.append(PremoveOffer(NextCard, (ChoiceParameter("card", pile, proposed=max(pile)),), card))
    return tuple(offers)


def list_usual(view: Get9View) -> tuple[Premove, ...]:
    """List folding, paying only the current bet, and the highest or lowest card of the next pile."""
    premoves = list[Premove]()
    if scope(CallTo(0), view):
        now = min(max(1, view.public.table_bet), most_bet(view))
        premoves += [CallTo(chips) for chips in dict.fromkeys((0, now))]
    if scope(NextCard(""), view):
        pile = view.mine.piles[get_next_round(view) - 1]
        premoves += [NextCard(card) for card in dict.fromkeys((max(pile), min(pile)))]
    return tuple(premoves)


def scope(plan: Premove, view: Get9View) -> str:
    """Return the round's betting, until the seat can't bet any more; or the next round, until its card is chosen."""
    public = view.public
    if view.me not in public.contenders or not view.mine.piles:
        return ""
    if isinstance(plan, CallTo):
        ahead = public.phase in ("dealer", "score", "bet") or (public.phase == "choose" and public.chosen[view.me])
        return f"{public.match}/{public.round}" if ahead and public.statuses[view.me] == "active" else ""
    number = get_next_round(view)
    return f"{public.match}/{number}" if 1 < number <= ROUNDS else ""


def answer(plan: Premove, view: Get9View, legal: Legal[Move]) -> PremoveAnswer[Move] | None:
    """Answer with the premove. The forced first bet is always left to the person."""
    public = view.public
    match plan:
        case CallTo(chips) if public.phase == "bet" and legal.contains(Fold()):
            if legal.contains(Check()):
                return PremoveAnswer(Check())
            move: Move = Call() if legal.contains(Call()) else AllIn()
            costs = min(public.table_bet, public.bets[view.me] + public.chips[view.me])
            return PremoveAnswer(move if costs <= chips else Fold(), plan)
        case NextCard(card) if legal.contains(Choose(card)):
            return PremoveAnswer(Choose(card))
    return None


def most_bet(view: Get9View) -> int:
    """Return the highest possible total of the seat's bet in this round."""
    total = view.public.bets[view.me] + view.public.chips[view.me]
    return total if view.public.cap is None else min(view.public.cap, total)


def get_next_round(view: Get9View) -> int:
    """Return the next round for which the seat hasn't chosen a card."""
    public = view.public
    return public.round + (public.phase not in ("split", "choose") or public.chosen[view.me])
