"""The board of SdC Poker: two hands face to face."""

from collections.abc import Sequence

from games.catalog.sdc.view import Own, Public, SdcView
from games.engine.board import (
    BACK,
    Amount,
    Board,
    BoardCard,
    CardOrder,
    Facts,
    Group,
    Memory,
    Puck,
    SeatBoard,
    mark_cards,
)
from games.engine.phrases import Phrase, Words, phrase, plural_phrase

HAND = 5
SUITS = ("W", "F", "A", "E")  # the strongest first


def build_board(view: SdcView, opened: Sequence[Own] | None = None) -> Board:
    """Build the board of a view. `opened` are both hands, where a replay shows them."""
    public = view.public
    return Board(
        deck="storm",
        seat=view.seat,
        seats=tuple(_build_seat(view, seat, opened[seat] if opened else None) for seat in range(2)),
        centre=() if public.phase == "over" else _build_centre(public),
        centre_label=phrase("Stage and bids"),
        headline=_name_stage(public.stage, public.options.stage_limit),
        layout="duel",
    )


def _name_stage(stage: int, limit: int) -> Phrase:
    if not stage:
        return phrase("The cards are being dealt.")
    if limit:
        return phrase("Stage %(stage)s of %(limit)s", stage=stage, limit=limit)
    return phrase("Stage %(stage)s", stage=stage)


def _build_centre(public: Public) -> tuple[Group, ...]:
    can_bid = public.limit and not public.raised and not public.shown
    facts = (phrase("Max bid %(limit)s", limit=public.limit),) if can_bid else ()
    return Facts(facts), CardOrder(phrase("Suits, the strongest first; no kickers:"), SUITS)


def _build_seat(view: SdcView, seat: int, own: Own | None) -> SeatBoard:
    public = view.public
    coins, gain, has_dropped = public.coins[seat], public.gains[seat], public.dropped == seat
    bet = 0 if has_dropped or public.shown else public.bid if seat == public.opener else public.raised
    return SeatBoard(
        number=seat,
        amounts=(Amount(coins, plural_phrase("%(coins)s coin", "%(coins)s coins", coins, coins=coins)),),
        cards=_list_cards(public, seat, own) if public.stage else (),
        bet=Amount(bet, str(bet), symbol="★") if bet else None,
        won=Amount(gain, f"+{gain}") if gain > 0 else None,
        pucks=(Puck(phrase("O"), phrase("Opener")),) if public.stage and public.opener == seat else (),
        badges=_list_badges(public, seat) if public.stage else (),
        is_out=has_dropped,
        memories=_recall_draw(view.own) if view.own and seat == view.seat and not public.shown else (),
    )


def _list_cards(public: Public, seat: int, own: Own | None) -> tuple[BoardCard, ...]:
    if public.shown:
        return mark_cards(public.shown[seat], public.deciding[seat])
    return mark_cards(own.hand, None) if own else (BACK,) * HAND


def _recall_draw(own: Own) -> tuple[Memory, ...]:
    if own.marks:
        return (Memory(phrase("You exchange:"), own.marks),)
    if own.marks is not None:
        return (Memory(phrase("You keep all five cards.")),)
    return (Memory(phrase("You gave away:"), own.discards),) if own.discards else ()


def _list_badges(public: Public, seat: int) -> tuple[Words, ...]:
    if public.dropped == seat:
        return (phrase("Drop"),)
    if public.exchanged:
        return (phrase("drew %(cards)s", cards=public.exchanged[seat]),)
    return (phrase("ready"),) if public.confirmed[seat] else ()
