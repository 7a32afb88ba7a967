"""A deal played to its end by fast players, in a tenth of a millisecond, so that a bot can evaluate hundreds.

They use a normal player's prices, so that imagined partners and enemies play like those at the table.
"""

from collections.abc import Sequence

from games.catalog.doudizhu.bots.planning import (
    BOMB_WASTE,
    DANGER,
    FEW,
    LEAD,
    LONG,
    LOW,
    LOW_RANK,
    TEAM_LEAD,
    URGENT,
    get_finish,
    get_urgency,
)
from games.catalog.doudizhu.bots.quick_hands import (
    BOMB,
    PAIR,
    PAIRS,
    QuickHand,
    QuickPlay,
    count_plays,
    find_answer,
    find_bomb,
    list_leads,
    without,
)  # fmt: skip
from games.catalog.doudizhu.types import SEATS


class QuickTable:
    """A deal in progress. Turns go to lower seat numbers; `top` is None for the leader."""

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
        """Play `move` for the seat whose turn it is, or pass; after three passes the next seat leads.

        `rest` is the hand after the play, required if the play isn't one of the hand's own divisions.
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

    def play_out(self) -> int:
        """Play to the end, and return the seat that goes out first."""
        while True:
            seat = self.turn
            self.play(choose_quickly(self))
            if not self.counts[seat]:
                return seat


def choose_quickly(table: QuickTable) -> QuickPlay | None:
    """Return the play of the seat whose turn it is; None to pass."""
    seat, landlord, top = table.turn, table.landlord, table.top
    if table.counts[seat] == PAIR and (pair := _go_out_on_pair(table.hands[seat], top)):
        return pair
    if seat == landlord:
        nearest = min([count for at, count in enumerate(table.counts) if at != seat])
    else:
        nearest = table.counts[landlord]
    if top is None:
        return _choose_lead(table, nearest)
    hand = table.hands[seat]
    price, best = find_answer(hand, top)
    if best and best.size == table.counts[seat]:
        return best
    if landlord not in (seat, table.top_seat):
        return best if best and _beats_team_mate(table, nearest, price, top) else None
    worth = (LEAD if seat == landlord else TEAM_LEAD) + get_urgency(nearest)
    if best and price <= worth:  # counting plays takes longer, so it comes later
        return best
    bomb = find_bomb(hand, top.rank if top.form == BOMB else 0) if hand.bombs else None
    if best is None and bomb is None:
        return None
    worth += get_finish(count_plays(hand) - 1)
    if best and price <= worth:
        return best
    return bomb if bomb and (bomb.size == table.counts[seat] or BOMB_WASTE - bomb.cost <= worth) else None


def _go_out_on_pair(hand: QuickHand, top: QuickPlay | None) -> QuickPlay | None:
    """Return the last two cards if they are a pair, possibly with a joker, and can be played."""
    pair = PAIRS.get(hand.loose)
    return pair if pair and (top is None or (top.form == PAIR and pair.rank > top.rank)) else None


def _beats_team_mate(table: QuickTable, nearest: int, price: int, top: QuickPlay) -> bool:
    """Return whether to beat a team-mate.

    Yes if it is free and they aren't nearly out, or to keep the landlord from going out.
    """
    if price <= 0 and table.counts[table.top_seat] > FEW and top.rank <= LOW_RANK:
        return True
    comes = (table.turn - table.landlord) % SEATS < (table.turn - table.top_seat) % SEATS
    return comes and top.size == nearest <= FEW and price <= URGENT[0][1]


def _choose_lead(table: QuickTable, nearest: int) -> QuickPlay:
    """Return a single or pair for a team-mate who needs it; otherwise a long and low play."""
    seat, mate = table.turn, (table.turn - 1) % SEATS
    hand = table.hands[seat]
    leads = list(list_leads(hand))
    need = table.counts[mate] if table.landlord not in (seat, mate) else 0
    if 0 < need <= FEW and (fitting := [play for play in leads if play.form == need]):
        return fitting[0]
    quiet = [play for play in leads if play.form != BOMB] or leads
    low = 0 if seat == table.landlord else LOW
    return max(quiet, key=lambda play: _rate_lead(play, low, nearest))


def _rate_lead(play: QuickPlay, low: int, nearest: int) -> int:
    rating = 10 * play.cost + LONG * play.size - low * play.rank
    return rating - 10 * (DANGER - play.rank) if play.size == nearest <= FEW else rating
