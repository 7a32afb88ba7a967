"""A deal played to its end by quick players: in a tenth of a millisecond, so that a bot can look at hundreds."""

from collections.abc import Sequence
from typing import NamedTuple

from games.catalog.doudizhu.bots.quick_hands import (
    BOMB,
    QuickHand,
    QuickPlay,
    count_plays,
    find_answer,
    find_bomb,
    list_leads,
    without,
)  # fmt: skip
from games.catalog.doudizhu.types import SEATS

FEW = 2  # cards of a seat that may be gone at once


class Style(NamedTuple):
    """How a role plays, in tenths of a trick. Found by a search: see docs/bots/doudizhu.md."""

    lead: int  # what the next lead is worth
    urgent: tuple[int, int, int]  # and more where an enemy has 2, 5, 10 cards or fewer left
    finishing: tuple[int, int]  # and more with 2, 4 plays or fewer in the own hand
    splitting: int  # what breaking a set costs besides
    bomb: int  # what a bomb costs besides
    help_price: int  # a team-mate's play is beaten for less than this …
    help_rank: int  # … up to this rank
    long: int  # what every card of a lead counts
    low: int  # what every rank counts against a lead, in hundredths
    danger: int  # what it counts against a lead that an enemy could go out on


# By how far the seat plays after the landlord: himself, the next one, the one opposite, the one before him.
STYLES: tuple[Style, ...] = (
    Style(9, (30, 14, 1), (20, 0), 1, 3, 0, 0, 3, -4, 30),
    Style(10, (30, 14, 6), (20, 6), 0, 0, 0, 16, 3, 4, 30),
    Style(10, (30, 14, 6), (20, 6), 2, 0, 0, 16, 2, 5, 30),
    Style(10, (30, 14, 6), (20, 6), -2, 0, 0, 16, 3, 5, 30),
)


class QuickTable:
    """A deal in play. Seats go down; `top` is None for who leads."""

    __slots__ = ("counts", "hands", "landlord", "passes", "top", "top_seat", "turn")

    def __init__(self, hands: Sequence[QuickHand], counts: Sequence[int], landlord: int, turn: int) -> None:
        self.hands, self.counts, self.landlord, self.turn = list(hands), list(counts), landlord, turn
        self.top: QuickPlay | None = None
        self.top_seat, self.passes = turn, 0

    def copy(self) -> "QuickTable":
        table = QuickTable(self.hands, self.counts, self.landlord, self.turn)
        table.top, table.top_seat, table.passes = self.top, self.top_seat, self.passes
        return table

    def play(self, move: QuickPlay | None, rest: QuickHand | None = None) -> None:
        """The seat whose turn it is plays that, or passes; after three passes the next one leads.

        `rest`: what the play leaves of the hand, where it isn't one that the hand had fallen into.
        """
        seat = self.turn
        if move is None:
            self.passes += 1
            if self.passes == SEATS - 1:
                self.top = None
        else:
            self.hands[seat] = rest or without(self.hands[seat], move)
            self.counts[seat] -= move.size
            self.top, self.top_seat, self.passes = move, seat, 0
        self.turn = (seat - 1) % SEATS

    def play_out(self, styles: Sequence[Style] = STYLES) -> int:
        """The seat that goes out first."""
        while True:
            seat = self.turn
            self.play(choose_quickly(self, styles[(self.landlord - seat) % SEATS]))
            if not self.counts[seat]:
                return seat


def choose_quickly(table: QuickTable, style: Style) -> QuickPlay | None:
    """What the seat whose turn it is plays; None to pass."""
    seat, landlord, top = table.turn, table.landlord, table.top
    if seat == landlord:
        nearest = min([count for at, count in enumerate(table.counts) if at != seat])
    else:
        nearest = table.counts[landlord]
    if top is None:
        return _choose_lead(table, style, nearest)
    hand = table.hands[seat]
    price, best = find_answer(hand, top, style.splitting)
    if best and best.size == table.counts[seat]:
        return best
    if landlord not in (seat, table.top_seat):
        return best if best and _beats_team_mate(table, style, nearest, price, top) else None
    worth = style.lead + _get_urgency(style, nearest)
    if best and price <= worth:  # what follows takes longer
        return best
    bomb = find_bomb(hand, top.rank if top.form == BOMB else 0) if hand.bombs else None
    if best is None and bomb is None:
        return None
    worth += _get_finish(style, hand)
    if best and price <= worth:
        return best
    return bomb if bomb and (bomb.size == table.counts[seat] or style.bomb - bomb.cost <= worth) else None


def _get_urgency(style: Style, nearest: int) -> int:
    return style.urgent[0 if nearest <= FEW else 1 if nearest <= 5 else 2] if nearest <= 10 else 0


def _get_finish(style: Style, hand: QuickHand) -> int:
    left = count_plays(hand)
    return style.finishing[left > 2] if left <= 4 else 0


def _beats_team_mate(table: QuickTable, style: Style, nearest: int, price: int, top: QuickPlay) -> bool:
    """For nothing, while it isn't nearly out; or because the landlord comes before it and could go out."""
    if table.counts[table.top_seat] > FEW and price <= style.help_price and top.rank <= style.help_rank:
        return True
    comes = (table.turn - table.landlord) % SEATS < (table.turn - table.top_seat) % SEATS
    return comes and top.size == nearest <= FEW and price <= style.urgent[0]


def _choose_lead(table: QuickTable, style: Style, nearest: int) -> QuickPlay:
    """With two plays left the stronger one; a single or pair for a team-mate who needs it; else long and low ones."""
    seat, mate = table.turn, (table.turn - 1) % SEATS
    hand = table.hands[seat]
    leads = list(list_leads(hand))
    if count_plays(hand) <= 2:
        return min(leads, key=lambda play: 4 * play.cost - play.size)
    need = table.counts[mate] if table.landlord not in (seat, mate) else 0
    if 0 < need <= FEW and (fitting := [play for play in leads if play.form == need]):
        return fitting[0]
    quiet = [play for play in leads if play.form != BOMB] or leads
    return max(quiet, key=lambda play: _rate_lead(play, style, nearest))


def _rate_lead(play: QuickPlay, style: Style, nearest: int) -> int:
    rating = 10 * (play.cost + style.long * play.size) - style.low * play.rank
    return rating - 10 * (style.danger - play.rank) if play.size == nearest <= FEW else rating
