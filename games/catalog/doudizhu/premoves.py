"""Premoves of Dou Dizhu (rules sheet, 11), and passes that the server makes for a seat."""

from collections import Counter
from functools import cache

from games.catalog.doudizhu.combos import Combo
from games.catalog.doudizhu.move_tables import MoveTables, Plays
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import SUITED, Cards, pack
from games.catalog.doudizhu.view import DoudizhuView, Public
from games.engine import premoves
from games.engine.game import list_subclasses
from games.engine.legal_moves import Legal
from games.engine.premoves import ChoiceParameter, PremoveAnswer, PremoveOffer

NO_CARDS: Cards = ()


class Premove(premoves.Premove):
    """A premove at a Dou Dizhu table."""


class Bid(Premove):
    """Accept or refuse, if the auction gets to the seat. All four may set theirs at once."""

    accepts: bool


class PassAlong(Premove):
    """Pass until this trick ends."""


class PlayOnce(Premove):
    """Play these cards if possible, otherwise pass until this trick ends."""

    cards: Cards


class LeadOn(Premove):
    """If everyone passes, lead these plays one after the other; an empty one ends the sequence."""

    first: Cards
    second: Cards
    third: Cards


PREMOVE_TYPES = list_subclasses(Premove)


def list_offers(view: DoudizhuView) -> tuple[PremoveOffer, ...]:
    """List the bid before the seat's turn, the next leads for the holder of the trick, or plays for the others."""
    public = view.public
    if bid := _get_auction_scope(view):
        return (PremoveOffer(Bid, (ChoiceParameter("accepts", (False, True)),), bid),)
    if public.phase != "play":
        return ()
    if _has_lead(view):
        leads = own_plays(view, None)
        first = ChoiceParameter("first", leads, proposed=view.mine.hand[:1])
        later = [ChoiceParameter(name, (NO_CARDS, *leads)) for name in ("second", "third")]
        return (PremoveOffer(LeadOn, (first, *later), _get_lead_scope(view)),)
    passes = PremoveOffer(PassAlong, (), _get_trick_scope(public))
    plays = own_plays(view, public.top_combo) if public.top else ()
    return (
        (PremoveOffer(PlayOnce, (ChoiceParameter("cards", plays),), _get_trick_scope(public)), passes)
        if plays
        else (passes,)
    )


def list_usual(view: DoudizhuView) -> tuple[Premove, ...]:
    """List both bids, or a pass until the trick ends. There are no common leads."""
    if _get_auction_scope(view):
        return Bid(accepts=False), Bid(accepts=True)
    return () if view.public.phase != "play" or _has_lead(view) else (PassAlong(),)


def scope(plan: Premove, view: DoudizhuView) -> str:
    """Return the seat's bid, the trick, or the lead until someone takes it."""
    match plan:
        case Bid():
            return _get_auction_scope(view)
        case LeadOn():
            return _get_lead_scope(view)
    return "" if view.public.phase != "play" or _has_lead(view) else _get_trick_scope(view.public)


def answer(plan: Premove, view: DoudizhuView, legal: Legal[Move]) -> PremoveAnswer[Move] | None:
    """Answer with the premove, unless its lead is no longer possible or it passes when the seat has to lead."""
    move: Move = Pass()
    rest: Premove | None = None
    match plan:
        case Bid(accepts):
            move = Accept() if accepts else Refuse()
        case PlayOnce(cards) if legal.contains(Play(cards)):
            move = Play(cards)
        case PassAlong() | PlayOnce():
            rest = plan
        case LeadOn(first, second, third):
            if view.public.top:
                return None
            move, rest = Play(first), LeadOn(second, third, NO_CARDS) if second else None
    return PremoveAnswer(move, rest) if legal.contains(move) else None


def forced_move(public: Public, seat: int) -> Move | None:
    """Return a pass if no hand of that size could play: too few cards, all the required ones gone, and no bombs.

    This never reveals that a seat really holds nothing, because otherwise hands that could play always remain possible.
    """
    top = public.top_combo
    if public.phase != "play" or public.turn != seat or top is None:
        return None
    played_counts = Counter(card for cards in public.played for card in cards)
    held, bombs = public.counts[seat], public.bombs_left[seat] != 0
    could = any(
        combo.size <= held and (bombs or combo.kind != "bomb") and _may_be_held(combo, played_counts)
        for combo in _list_beating(public.options.move_tables, top.cards)
    )
    return None if could else Pass()


def _get_auction_scope(view: DoudizhuView) -> str:
    public = view.public
    return f"{public.deal}/auction" if public.phase == "auction" and not public.answers[view.me] else ""


def _has_lead(view: DoudizhuView) -> bool:
    """Return whether the seat holds the trick, or has to begin one."""
    top = view.public.top
    return view.seat == (top.seat if top else view.public.turn)


def _get_lead_scope(view: DoudizhuView) -> str:
    return f"{view.public.deal}/lead" if view.public.phase == "play" and _has_lead(view) else ""


def _get_trick_scope(public: Public) -> str:
    """Return the trick, identified by the number of cards played before it; after three passes it is the next one."""
    in_it = sum(len(turn.cards) for turn in public.trick) if public.top else 0
    return f"{public.deal}/{sum(map(len, public.played)) - in_it}"


def own_plays(view: DoudizhuView, top: Combo | None) -> Plays:
    """List what the seat can play on `top`, or lead."""
    book, hand, bombs = view.public.options.move_tables, pack(view.mine.hand), view.public.bombs_left[view.me] != 0
    return book.list_answers(hand, top, bombs=bombs) if top else book.list_leads(hand, bombs=bombs)


def _may_be_held(combo: Combo, played_counts: Counter[str]) -> bool:
    """Return whether the cards of a combination may still be in someone's hand."""
    return all(
        count <= (8 if card in SUITED else 2) - played_counts[card] for card, count in Counter(combo.cards).items()
    )


@cache
def _list_beating(book: MoveTables, top: Cards) -> tuple[Combo, ...]:
    """List all combinations that beat a play."""
    return tuple(combo for combo in book.combos.values() if combo.beats(book.combos[top]))
