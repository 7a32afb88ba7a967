"""Premoves of The Crown of Lombardia: orders of kinds, and defence (rules sheet, 11)."""

from itertools import permutations
from typing import ClassVar

from games.catalog.crown.cards import KINDS as CARDS
from games.catalog.crown.moves import Defend, Move, Pick, Take, Yield
from games.catalog.crown.view import CrownView
from games.engine import premoves
from games.engine.game import list_subclasses
from games.engine.legal_moves import Legal
from games.engine.premoves import ChoiceParameter, PremoveAnswer, PremoveOffer

ORDERS = tuple(map("".join, permutations(CARDS)))
ALWAYS, NEVER = 0, 99


class Premove(premoves.Premove):
    """A premove at a table of The Crown of Lombardia."""


class PickOrder(Premove):
    """Of the two cards passed, keep the kind that comes first in the order."""

    slot: ClassVar[str] = "pick"
    order: str


class TakeOrder(Premove):
    """Of an attacked hand, take the first kind in the order that it holds."""

    slot: ClassVar[str] = "take"
    order: str


class Defence(Premove):
    """Defend with `least` or more points, ALWAYS or NEVER.

    The prince pair is used only if `pair` is set and there aren't two knights.
    """

    slot: ClassVar[str] = "defence"
    least: int
    pair: bool


PREMOVE_TYPES = list_subclasses(Premove)


def list_offers(view: CrownView) -> tuple[PremoveOffer, ...]:
    """List premoves that apply until they are cancelled, and in the seat's own turn what an attack takes."""
    if view.public.options.solo or not scope(PickOrder(""), view):
        return ()
    order = ChoiceParameter("order", ORDERS)
    least = ChoiceParameter("least", (ALWAYS, *range(1, view.public.options.target_points), NEVER))
    lasting = (
        PremoveOffer(PickOrder, (order,), "match"),
        PremoveOffer(Defence, (least, ChoiceParameter("pair", (False, True))), "match"),
    )
    turn = scope(TakeOrder(""), view)
    return (*lasting, PremoveOffer(TakeOrder, (order,), turn)) if turn else lasting


def list_usual(view: CrownView) -> tuple[Premove, ...]:
    """List always defending and never defending. There are no common orders."""
    if view.public.options.solo or not scope(PickOrder(""), view):
        return ()
    return Defence(ALWAYS, pair=True), Defence(NEVER, pair=False)


def scope(plan: Premove, view: CrownView) -> str:
    """Return the whole match, or the seat's own turn."""
    public = view.public
    if public.phase in ("start", "deal", "won", "over"):
        return ""
    if isinstance(plan, TakeOrder):
        return f"turn {public.turn}" if public.player == view.seat else ""
    return "match"


def answer(plan: Premove, view: CrownView, legal: Legal[Move]) -> PremoveAnswer[Move] | None:
    phase = view.public.phase
    match plan:
        case PickOrder(order) if phase == "pick":
            return _first([Pick(kind) for kind in order], plan, legal)
        case TakeOrder(order) if phase == "choose":
            return _first([Take(kind) for kind in order], plan, legal)
        case Defence(least, pair) if phase == "defend":
            defends = view.public.scores[view.me] >= least
            ways: list[Move] = [Defend(), *([Defend(pair=True)] if pair else [])] if defends else []
            return _first([*ways, Yield()], plan, legal)
    return None


def _first(
    moves: list[Pick] | list[Take] | list[Move], rest: Premove, legal: Legal[Move]
) -> PremoveAnswer[Move] | None:
    return next((PremoveAnswer(move, rest) for move in moves if legal.contains(move)), None)
