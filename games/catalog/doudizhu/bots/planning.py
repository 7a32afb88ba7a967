"""Card play of a normal player of Dou Dizhu: a plan that splits the hand into few plays, and prices.

Prices are in tenths of a trick, as in `hand_splitting`.
"""

from games.catalog.doudizhu.bots.hand_splitting import BOMB, MANY, Split, cost, split
from games.catalog.doudizhu.combos import Combo
from games.catalog.doudizhu.ranks import DECK, Cards, pack
from games.catalog.doudizhu.types import SEATS, Turn
from games.catalog.doudizhu.view import DoudizhuView

FEW = 2  # cards that a seat may play at once
LEAD, TEAM_LEAD = 4, 10  # value of the next lead to the landlord and to the farmers
LONG, LOW = 30, 2  # value of each card of a lead, and reduction by its rank, in hundredths of a trick
BOMB_WASTE, FOUR_WASTE = 6, 8
LOW_RANK = 10  # of a team-mate's play that may be beaten
URGENT = ((2, 30), (5, 14), (10, 6))  # the fewer cards an enemy has left, the higher
DANGER = 30  # cost of a lead that a nearly finished enemy can answer, minus its rank


class HandAnalysis:
    """A bot's analysis of a view: sides, the others' numbers of cards, and what can still beat a play."""

    def __init__(self, view: DoudizhuView) -> None:
        self.seat, self.public, self.cards = view.me, view.public, view.mine.hand
        self.hand, self.book = pack(self.cards), self.public.options.move_tables
        bombs_left, landlord = self.public.bombs_left[self.seat], self.public.landlord
        self.bombs = MANY if bombs_left is None else bombs_left  # how many this seat may play
        farmers = tuple(seat for seat in range(SEATS) if seat != landlord)
        self.enemies = () if landlord is None else farmers if self.seat == landlord else (landlord,)
        self.unseen = pack(DECK) - self.hand - sum(map(pack, self.public.played))  # the cards of all others

    @property
    def is_landlord(self) -> bool:
        return self.seat == self.public.landlord

    @property
    def nearest(self) -> int:
        """The smallest number of cards of an enemy."""
        return min(self.public.counts[seat] for seat in self.enemies)

    def get_gain(self, winner: int) -> int:
        """Return the chips this seat wins or loses in the deal if `winner` goes out first (section 5)."""
        landlord, rate = self.public.landlord, self.public.rate
        share = rate * (SEATS - 1) if self.is_landlord else rate
        return share if (winner == landlord) == self.is_landlord else -share

    def get_combo(self, cards: Cards) -> Combo:
        return self.book.combos[cards]

    def split(self, without: Cards = ()) -> Split:
        """Return the split of the hand, or of what is left without some cards."""
        bombs = self.bombs
        if without and bombs != MANY and self.get_combo(without).kind == "bomb":
            bombs -= 1
        return split(self.hand - pack(without), self.book, bombs)

    def is_beatable(self, combo: Combo) -> bool:
        """Return whether an enemy could hold something that beats it, as far as open cards and counts tell."""
        max_count = max(self.public.counts[seat] for seat in self.enemies)
        return any(len(cards) <= max_count for cards in self.book.list_answers(self.unseen, combo))

    def lets_enemy_out(self, combo: Combo) -> bool:
        """Return whether an enemy with one or two cards could beat it with all of them."""
        low_counts = {self.public.counts[seat] for seat in self.enemies if self.public.counts[seat] <= FEW}
        return bool(low_counts) and any(
            len(cards) in low_counts for cards in self.book.list_answers(self.unseen, combo)
        )


def choose_play(analysis: HandAnalysis, plays: tuple[Cards, ...]) -> Cards:
    """Return the play of a normal player; () to pass."""
    top = analysis.public.top
    return choose_answer(analysis, top, plays) if top else choose_lead(analysis, plays)


# --- leads of a normal bot, by its plan


def choose_lead(analysis: HandAnalysis, plays: tuple[Cards, ...]) -> Cards:
    """Return a play of the plan: when almost finished, the sure ones first, otherwise the weak ones."""
    if analysis.cards in plays:
        return analysis.cards
    planned = analysis.split().plays
    sure = [cards for cards in planned if not analysis.is_beatable(analysis.get_combo(cards))]
    if len(sure) >= len(planned) - 1:
        return max(sure, key=lambda cards: (analysis.get_combo(cards).kind != "bomb", len(cards)))
    if fed := _feed_teammate(analysis, plays):
        return fed
    quiet = [cards for cards in planned if analysis.get_combo(cards).kind != "bomb"] or list(planned)
    return max(quiet, key=lambda cards: get_lead_priority(analysis, cards))


def _feed_teammate(analysis: HandAnalysis, plays: tuple[Cards, ...]) -> Cards:
    """Return the lowest single or pair for a team-mate who plays next and is nearly out, if there is one."""
    mate = (analysis.seat - 1) % SEATS
    if mate in analysis.enemies or analysis.public.counts[mate] > FEW:
        return ()
    size = analysis.public.counts[mate]
    fitting = [cards for cards in plays if len(cards) == size and analysis.get_combo(cards).kind in ("single", "pair")]
    return min(fitting, key=lambda cards: analysis.get_combo(cards).rank, default=())


def get_lead_priority(analysis: HandAnalysis, cards: Cards) -> int:
    """Return the priority in hundredths.

    It is higher for long and weak plays, lower if a nearly finished enemy can answer.
    """
    combo = analysis.get_combo(cards)
    urge = 10 * cost(combo) + LONG * combo.size - (0 if analysis.is_landlord else LOW * combo.rank)
    if combo.size == analysis.nearest <= FEW and analysis.is_beatable(combo):
        urge -= 10 * (DANGER - combo.rank)
    return urge


# --- plays on a trick


def choose_answer(analysis: HandAnalysis, top: Turn, plays: tuple[Cards, ...]) -> Cards:
    """Return the play that costs the plan least, if it is worth the trick; () to pass."""
    if not plays:
        return ()
    if analysis.cards in plays:
        return analysis.cards
    after = {cards: analysis.split(cards) for cards in plays}
    costs = {cards: after[cards].cost + _get_waste(analysis, cards) for cards in plays}
    best = min(
        plays,
        key=lambda cards: (
            analysis.lets_enemy_out(analysis.get_combo(cards)),
            costs[cards],
            analysis.get_combo(cards).rank,
        ),
    )
    price, plays_left = costs[best] - analysis.split().cost, len(after[best].plays)
    if top.seat in analysis.enemies:
        return best if price <= _worth(analysis, plays_left) else ()
    goes_out = plays_left <= 1 and not analysis.is_beatable(
        analysis.get_combo(best)
    )  # wins the trick and leaves a single play
    helps = goes_out or _beats_team_mate(analysis, top, price) or _blocks_landlord(analysis, top, best, price)
    return best if helps else ()


def _get_waste(analysis: HandAnalysis, cards: Cards) -> int:
    """Return the later value that is lost with a bomb, or with a set of four that is broken."""
    if analysis.get_combo(cards).kind == "bomb":
        return BOMB_WASTE
    return FOUR_WASTE * sum(analysis.cards.count(rank) >= BOMB for rank in set(cards)) if analysis.bombs else 0


def _beats_team_mate(analysis: HandAnalysis, top: Turn, price: int) -> bool:
    """Return whether to beat a team-mate: only if it is free, they aren't nearly out, and their play is low anyway."""
    return price <= 0 and analysis.public.counts[top.seat] > FEW and analysis.get_combo(top.cards).rank <= LOW_RANK


def _blocks_landlord(analysis: HandAnalysis, top: Turn, best: Cards, price: int) -> bool:
    """Return whether the landlord could go out on the team-mate's play, but not on this one."""
    comes = (analysis.seat - analysis.enemies[0]) % SEATS < (analysis.seat - top.seat) % SEATS
    return (
        comes
        and price <= URGENT[0][1]
        and analysis.lets_enemy_out(analysis.get_combo(top.cards))
        and not analysis.lets_enemy_out(analysis.get_combo(best))
    )


def _worth(analysis: HandAnalysis, plays_left: int) -> int:
    """Return what beating an enemy's play may cost if `plays_left` plays follow it."""
    lead = LEAD if analysis.is_landlord else TEAM_LEAD
    return lead + get_urgency(analysis.nearest) + get_finish(plays_left)


def get_urgency(nearest: int) -> int:
    """Return the additional value of a trick when an enemy has so few cards left."""
    return next((value for cards, value in URGENT if nearest <= cards), 0)


def get_finish(plays_left: int) -> int:
    """Return the additional value of a trick when so few plays follow."""
    return 20 if plays_left <= 1 else 6 if plays_left <= 3 else 0
