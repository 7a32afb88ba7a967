"""What one can plan ahead at a GET9! table: how far to follow the bets, and the next round's card (rules sheet, 11)."""

from typing import ClassVar

from games.catalog.get9.moves import AllIn, Call, Check, Choose, Fold, Move
from games.catalog.get9.types import ROUNDS
from games.catalog.get9.view import Get9View
from games.engine import premoves
from games.engine.game import list_subclasses
from games.engine.legal_moves import Legal
from games.engine.premoves import ChoiceParameter, IntegerParameter, PremoveAnswer, PremoveOffer


class Premove(premoves.Premove):
    """A plan at a GET9! table."""


class CallTo(Premove):
    """Rest where that is free; call as long as the own bet of this round is at most `chips`, else fold."""

    slot: ClassVar[str] = "bet"
    chips: int


class NextCard(Premove):
    """The card to play in the next round."""

    slot: ClassVar[str] = "card"
    card: str


PREMOVE_TYPES = list_subclasses(Premove)


def list_offers(view: Get9View) -> tuple[PremoveOffer, ...]:
    """Both during the betting; a bet's answer already when the own card is chosen."""
    found = list[PremoveOffer]()
    if bet := scope(CallTo(0), view):
        found.append(
            PremoveOffer(
                CallTo, (IntegerParameter("chips", 0, most_bet(view), proposed=max(1, view.public.table_bet)),), bet
            )
        )
    if card := scope(NextCard(""), view):
        pile = view.mine.piles[get_next_round(view) - 1]
        found.append(PremoveOffer(NextCard, (ChoiceParameter("card", pile, proposed=max(pile)),), card))
    return tuple(found)


def list_usual(view: Get9View) -> tuple[Premove, ...]:
    """Give up at any price, or pay what is asked now but no more; the highest or the lowest card of the next pile."""
    found = list[Premove]()
    if scope(CallTo(0), view):
        now = min(max(1, view.public.table_bet), most_bet(view))
        found += [CallTo(chips) for chips in dict.fromkeys((0, now))]
    if scope(NextCard(""), view):
        pile = view.mine.piles[get_next_round(view) - 1]
        found += [NextCard(card) for card in dict.fromkeys((max(pile), min(pile)))]
    return tuple(found)


def scope(plan: Premove, view: Get9View) -> str:
    """The round's betting, until one can't bet any more; the next round, until its card is chosen."""
    public = view.public
    if view.me not in public.contenders or not view.mine.piles:
        return ""
    if isinstance(plan, CallTo):
        ahead = public.phase in ("dealer", "score", "bet") or (public.phase == "choose" and public.chosen[view.me])
        return f"{public.match}/{public.round}" if ahead and public.statuses[view.me] == "active" else ""
    number = get_next_round(view)
    return f"{public.match}/{number}" if 1 < number <= ROUNDS else ""


def answer(plan: Premove, view: Get9View, legal: Legal[Move]) -> PremoveAnswer[Move] | None:
    """The forced first bet is the person's own to make."""
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
    """What the own bet of this round can come to."""
    own = view.public.bets[view.me] + view.public.chips[view.me]
    return own if view.public.cap is None else min(view.public.cap, own)


def get_next_round(view: Get9View) -> int:
    """The next round whose card the seat has not chosen."""
    public = view.public
    return public.round + (public.phase not in ("split", "choose") or public.chosen[view.me])
