"""The board of Dilemma Hold'em."""

from collections.abc import Sequence

from games.catalog.dilemma.types import BANK
from games.catalog.dilemma.view import DilemmaView, Own, Public
from games.engine.board import Amount, Board, CardRow, Group, Pot, Puck, SeatBoard, Stack, Stacks, mark_cards
from games.engine.phrases import Phrase, Words, phrase


def build_board(view: DilemmaView, opened: Sequence[Own] | None = None) -> Board:
    """Build the board of a view. `opened` are all hole cards, where a replay shows every hand."""
    public = view.public
    return Board(
        deck="commodities",
        seat=view.seat,
        seats=tuple(_build_seat(public, seat, opened[seat] if opened else None) for seat in range(public.seats)),
        centre=_build_centre(public),
        centre_label=phrase("Community cards and pots"),
        headline=_number_hand(public),
    )


def _number_hand(public: Public) -> Phrase | str:
    if not public.hand:
        return ""
    if limit := public.options.max_hands:
        return phrase("Hand %(number)s of %(limit)s", number=public.hand, limit=limit)
    return phrase("Hand %(number)s", number=public.hand)


# --- The middle


def _build_centre(public: Public) -> tuple[Group, ...]:
    cards = CardRow(phrase("Community cards"), mark_cards(public.board, public.best_five or None), len(public.gaps))
    return cards, Pot(phrase("Pot"), _amount(public.pot), _split_pot(public)), _build_bank(public)


def _split_pot(public: Public) -> tuple[Amount, ...]:
    """Return the main pot and the side pots; empty unless there are several."""
    pots = public.pots if len(public.pots) > 1 else ()
    return tuple(
        _amount(pot.chips, phrase("side pot %(number)s", number=number) if number else phrase("main pot"))
        for number, pot in enumerate(pots)
    )


def _build_bank(public: Public) -> Stacks:
    small, big = public.blinds
    facts = [phrase("blinds $%(small)s and $%(big)s", small=small, big=big)]
    if public.penalty:
        facts.append(phrase("penalty $%(chips)s", chips=public.penalty))
    return Stacks(
        phrase("The bank"),
        tuple(
            Stack(_amount(chips, phrase("Bank %(number)s", number=number)), full, is_active=number == public.level)
            for number, (chips, full) in enumerate(zip(public.bank, BANK, strict=True), 1)
        ),
        tuple(facts),
    )


# --- Seats


def _build_seat(public: Public, seat: int, own: Own | None) -> SeatBoard:
    betting, gain, hand = public.betting, public.gains[seat], public.hands[seat]
    is_out, bet = not betting.live[seat], betting.bets[seat]
    holes = public.holes[seat]
    shown = (own.cards if own else ()) or (() if is_out else holes)
    return SeatBoard(
        number=seat,
        amounts=(_amount(betting.stacks[seat], phrase("stack")),),
        cards=mark_cards(shown, _get_counted(public, seat)),
        bet=_amount(bet) if bet else None,
        won=Amount(gain, f"+{gain}") if gain else None,
        pucks=(Puck("D", "DEALER"),) if public.dealer == seat else (),
        badges=tuple(_list_badges(public, seat, is_dealt_in=bool(holes))),
        is_out=is_out,
        note=hand.name if hand else "",
    )


def _get_counted(public: Public, seat: int) -> Sequence[str] | None:
    """Return the cards with which a seat has won the showdown on the table; None if none has been decided."""
    if not (public.counted and any(public.gains)):
        return None
    return public.counted.get(seat, ()) if public.gains[seat] else ()


def _list_badges(public: Public, seat: int, *, is_dealt_in: bool) -> list[Words]:
    betting = public.betting
    is_live = betting.live[seat]
    badges: list[Words] = []
    if public.exits[seat].hand:
        badges.append(phrase("out"))
    elif is_dealt_in and not is_live:
        badges.append(phrase("folded"))
    elif is_live and not betting.stacks[seat] and public.pot:
        badges.append(phrase("all-in"))
    if is_live and betting.highest == 0 and betting.seen[seat] == 0:
        badges.append(phrase("check"))
    return badges


def _amount(chips: int, label: Words = "") -> Amount:
    return Amount(chips, f"${chips}", label)
