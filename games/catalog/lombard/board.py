"""The board of Lombard Hold'em."""

from collections.abc import Mapping, Sequence

from games.catalog.lombard.types import UNDECIDED, Action
from games.catalog.lombard.view import LombardView, Own, Public
from games.engine.board import BACK, Amount, Board, CardRow, Pot, Puck, SeatBoard, Track, mark_cards
from games.engine.phrases import Phrase, phrase, plural_phrase

DEALT_LATER = 2  # community cards that follow after everyone's turn
ACTIONS: Mapping[Action, Phrase] = {
    "call": phrase("CALL"),
    "double": phrase("DOUBLE"),
    "fold": phrase("FOLD"),
}


def build_board(view: LombardView, opened: Sequence[Own] | None = None) -> Board:
    """Build the board of a view. `opened` are all hole cards, where a replay shows every hand."""
    public = view.public
    return Board(
        deck="court",
        seat=view.seat,
        seats=tuple(_build_seat(public, seat, opened[seat] if opened else None) for seat in range(public.seats)),
        centre=_build_centre(public),
        centre_label=phrase("Community cards and pot"),
        headline=phrase("Round %(number)s", number=public.round) if public.round else "",
        track=Track(_count_coins(public.options.target_coins), public.balances),
    )


def _build_centre(public: Public) -> tuple[CardRow | Pot, ...]:
    cards = mark_cards(public.board, public.best.cards if public.best else None)
    if len(cards) == 3:
        cards += (BACK,) * DEALT_LATER
    pot = Pot(phrase("Pot"), _count_coins(public.pot))
    return (CardRow(phrase("Community cards"), cards), pot) if cards else (pot,)


def _build_seat(public: Public, seat: int, own: Own | None) -> SeatBoard:
    action, bet, gain, hand = public.actions[seat], public.bets[seat], public.gains[seat], public.hands[seat]
    is_out = action == "fold"
    holes = own.cards if own else () if is_out else public.holes[seat]
    return SeatBoard(
        number=seat,
        amounts=(_count_coins(public.balances[seat]),),
        cards=mark_cards(holes, _get_counted(public, seat)),
        bet=Amount(bet, str(bet)) if bet and public.phase == "turns" else None,
        won=Amount(gain, f"+{gain}") if gain else None,
        action=ACTIONS[action] if action != UNDECIDED else "",
        pucks=(Puck("D", phrase("Dealer")),) if public.dealer == seat else (),
        is_out=is_out,
        note=hand.name if hand else "",
        remarks=(_tell_distance(public.to_go[seat]),),
    )


def _get_counted(public: Public, seat: int) -> Sequence[str] | None:
    """Return the cards with which a seat has won the showdown on the table; None if none has been decided."""
    if not (public.counted and any(public.gains)):
        return None
    return public.counted[seat].cards if public.gains[seat] else ()


def _tell_distance(missing: int) -> Phrase:
    return phrase("needs %(missing)s more", missing=missing) if missing else phrase("goal reached")


def _count_coins(coins: int) -> Amount:
    return Amount(coins, plural_phrase("%(coins)s coin", "%(coins)s coins", coins, coins=coins))
