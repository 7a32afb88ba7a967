"""The bots of Dou Dizhu: a beginner who plays the lowest card that will do, and a normal player with a plan."""

from games.catalog.doudizhu.combos import Combo
from games.catalog.doudizhu.hand_splitting import MANY, Split, cost, split
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import DECK, SUITED, Cards, pack
from games.catalog.doudizhu.types import SEATS, Turn
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.game import Bot, Rng, Simulator
from games.engine.legal_moves import Combos, Legal

NEAR_THE_END = 5  # cards of an opponent that make the beginner reach for his bombs
BOMBS_TO_ACCEPT = 3
FEW = 2  # cards of a seat that may be gone at once
# The most that 25 cards may cost a normal landlord, in tenths of a trick. Good farmers beat most landlords, but few are
# so good together. The first one asked plays for twice the rate and with bombs unlimited, so he may risk more.
FIRST_BIDDER_MAX_COST, LATER_BIDDER_MAX_COST = 30, 20
LEAD, TEAM_LEAD = 4, 10  # what the next lead is worth to the landlord and to the farmers, in tenths of a trick
URGENT = ((2, 30), (5, 14), (10, 6))  # the more, the fewer cards the enemy has left


class HandAnalysis:
    """What a bot makes of a view: sides, how many cards the others hold, what can still beat a play."""

    def __init__(self, view: DoudizhuView) -> None:
        self.seat, self.public, self.cards = view.me, view.public, view.mine.hand
        self.hand, self.book = pack(self.cards), self.public.options.move_tables
        left, landlord = self.public.bombs_left[self.seat], self.public.landlord
        self.bombs = MANY if left is None else left  # how many this seat may play
        farmers = tuple(seat for seat in range(SEATS) if seat != landlord)
        self.enemies = () if landlord is None else farmers if self.seat == landlord else (landlord,)
        self.unseen = pack(DECK) - self.hand - sum(map(pack, self.public.played))  # the cards of all others

    @property
    def nearest(self) -> int:
        """The fewest cards an enemy holds."""
        return min(self.public.counts[seat] for seat in self.enemies)

    def get_combo(self, cards: Cards) -> Combo:
        return self.book.combos[cards]

    def split(self, without: Cards = ()) -> Split:
        """The own hand as plays, or what is left of it."""
        bombs = self.bombs
        if without and bombs != MANY and self.get_combo(without).kind == "bomb":
            bombs -= 1
        return split(self.hand - pack(without), self.book, bombs)

    def is_beatable(self, combo: Combo) -> bool:
        """Whether an enemy could hold something that beats it, as far as the open cards and the counts tell."""
        most = max(self.public.counts[seat] for seat in self.enemies)
        return any(len(cards) <= most for cards in self.book.list_answers(self.unseen, combo))

    def lets_enemy_out(self, combo: Combo) -> bool:
        """Whether an enemy with one card or two could beat it with all that he has."""
        few = {self.public.counts[seat] for seat in self.enemies if self.public.counts[seat] <= FEW}
        return bool(few) and any(len(cards) in few for cards in self.book.list_answers(self.unseen, combo))


def beginner(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Leads low singles and pairs, answers with the lowest; bombs only when an opponent has few cards left."""
    own = HandAnalysis(view)
    if own.public.phase == "auction":
        bombs = sum(own.cards.count(rank) >= 4 for rank in SUITED)
        return Accept() if bombs >= BOMBS_TO_ACCEPT else Refuse()
    if own.public.top is None:
        return Play(_low(own))
    answers = [cards for cards in _plays(legal) if own.nearest <= NEAR_THE_END or own.get_combo(cards).kind != "bomb"]
    if not answers:
        return Pass()
    return Play(
        min(answers, key=lambda cards: (own.get_combo(cards).kind == "bomb", len(cards), own.get_combo(cards).rank))
    )


def normal(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Splits the hand into few plays, keeps bombs and jokers, lets team-mates win their tricks."""
    own = HandAnalysis(view)
    if own.public.phase == "auction":
        most = FIRST_BIDDER_MAX_COST if own.public.starter == own.seat else LATER_BIDDER_MAX_COST
        return Accept() if own.split().cost <= most else Refuse()
    if own.public.top is None:
        return Play(choose_lead(own, _plays(legal)))
    cards = choose_answer(own, own.public.top, _plays(legal))
    return Play(cards) if cards else Pass()


def _low(own: HandAnalysis) -> Cards:
    """Everything at once if that is a combination, else the lowest single or pair."""
    if own.cards in own.book.combos and (own.bombs or own.get_combo(own.cards).kind != "bomb"):
        return own.cards
    lowest = own.cards[0]
    return own.cards[:2] if own.cards.count(lowest) == 2 else own.cards[:1]


def _plays(legal: Legal[Move]) -> tuple[Cards, ...]:
    part = legal.of(Play.type)
    return part.plays if isinstance(part, Combos) else ()


# --- what a normal bot leads, by its plan


def choose_lead(own: HandAnalysis, plays: tuple[Cards, ...]) -> Cards:
    """A play of the plan: when nearly done the sure ones first, else the weak ones first."""
    planned = own.split().plays
    if len(planned) == 1:
        return planned[0]
    sure = [cards for cards in planned if not own.is_beatable(own.get_combo(cards))]
    if len(sure) >= len(planned) - 1:
        return max(sure, key=lambda cards: (own.get_combo(cards).kind != "bomb", len(cards)))
    if fed := _feed_teammate(own, plays):
        return fed
    quiet = [cards for cards in planned if own.get_combo(cards).kind != "bomb"] or list(planned)
    return max(quiet, key=lambda cards: _get_lead_priority(own, cards))


def _feed_teammate(own: HandAnalysis, plays: tuple[Cards, ...]) -> Cards:
    """The lowest single or pair for a team-mate who plays next and is nearly out."""
    mate = (own.seat - 1) % SEATS
    if mate in own.enemies or own.public.counts[mate] > FEW:
        return ()
    size = own.public.counts[mate]
    fitting = [cards for cards in plays if len(cards) == size and own.get_combo(cards).kind in ("single", "pair")]
    return min(fitting, key=lambda cards: own.get_combo(cards).rank, default=())


def _get_lead_priority(own: HandAnalysis, cards: Cards) -> int:
    """Weak plays and long ones want to be led; not those that a nearly finished enemy can answer."""
    combo = own.get_combo(cards)
    urge = cost(combo) + 2 * combo.size - combo.rank // 2
    if combo.size == own.nearest <= FEW and own.is_beatable(combo):
        urge -= 30 - combo.rank
    return urge


# --- what it plays on a trick


def choose_answer(own: HandAnalysis, top: Turn, plays: tuple[Cards, ...]) -> Cards:
    """The play that costs the plan least, if it is worth the trick; () to pass."""
    if not plays:
        return ()
    if own.cards in plays:
        return own.cards
    after = {cards: own.split(cards) for cards in plays}
    best = min(
        plays,
        key=lambda cards: (own.lets_enemy_out(own.get_combo(cards)), after[cards].cost, own.get_combo(cards).rank),
    )
    price, left = after[best].cost - own.split().cost, len(after[best].plays)
    if top.seat in own.enemies:
        return best if price <= _worth(own, left) else ()
    goes_out = left <= 1 and not own.is_beatable(
        own.get_combo(best)
    )  # this play should win the trick and leave a single one
    sheds = price <= 0 and own.public.counts[top.seat] > FEW  # a team-mate who is not nearly out is beaten for nothing
    return best if goes_out or sheds or _blocks_landlord(own, top, best, price) else ()


def _blocks_landlord(own: HandAnalysis, top: Turn, best: Cards, price: int) -> bool:
    """Whether the landlord could go out on the team-mate's play, and not on this one."""
    comes = (own.seat - own.enemies[0]) % SEATS < (own.seat - top.seat) % SEATS
    return (
        comes
        and price <= URGENT[0][1]
        and own.lets_enemy_out(own.get_combo(top.cards))
        and not own.lets_enemy_out(own.get_combo(best))
    )


def _worth(own: HandAnalysis, left: int) -> int:
    """What beating an enemy's play may cost where `left` plays follow it."""
    lead = LEAD if own.seat == own.public.landlord else TEAM_LEAD
    urgent = next((more for cards, more in URGENT if own.nearest <= cards), 0)
    return lead + urgent + (20 if left <= 1 else 6 if left <= 3 else 0)


BOTS: dict[str, Bot[DoudizhuView, Move]] = {"beginner": beginner, "normal": normal}
