"""Worlds of the strong bot: unknown cards, dealt so that everyone's actions in this round are likely."""

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate, combinations

from games.catalog.lombard.bots.answers import PERCENT, get_answers, read_situation
from games.catalog.lombard.bots.levels import Levels, get_levels
from games.catalog.lombard.hands import CODE, DECK, encode_cards, get_key_from_code, number_of
from games.catalog.lombard.types import Cards
from games.catalog.lombard.view import LombardView, Public
from games.engine.game import Rng, frozen_dataclass

DOUBT = 1  # percent added to the frequency of every action, so that nothing is ruled out
TRIES = 30  # attempts to draw cards for a rival that no other rival holds
OPENS_USUAL, OPENS_OTHER = 88, 12  # in percent

Hole = Cards


@frozen_dataclass
class World:
    """A showdown ranking of those not folded, best first; by seat, the levels and the moods of those to come."""

    ranking: tuple[int, ...]
    levels: tuple[int, ...]
    moods: tuple[int, ...]


class Dealer:
    """Source of worlds for the seat of a view."""

    def __init__(self, view: LombardView) -> None:
        public, self.me, self.own = view.public, view.me, view.mine.cards
        flop = public.board[:3]
        self.levels, self.board, self.seats = get_levels(flop), encode_cards(flop), public.seats
        seen_cards = {*self.own, *flop, *(card for hole in public.holes for card in hole)}
        self.unseen = tuple(card for card in DECK if card not in seen_cards)
        other_seats = [seat for seat in public.order if seat != self.me]
        self.later = [seat for seat in other_seats if not public.actions[seat]]
        self.staying = [seat for seat in other_seats if public.actions[seat] != "fold"]
        acted = sorted(set(other_seats) - set(self.later), key=lambda seat: (public.actions[seat] == "fold", seat))
        self.samplers = [(seat, make_sampler(public, seat, self.unseen, self.levels)) for seat in acted]

    def deal(self, rng: Rng) -> World:
        holes, used = {self.me: self.own}, set[str]()
        for seat, draw in self.samplers:
            holes[seat] = draw(rng, used)
            used.update(holes[seat])
        rest = rng.partial_shuffle([card for card in self.unseen if card not in used], 2 + 2 * len(self.later))
        levels, moods = [0] * self.seats, [0] * self.seats
        for at, seat in enumerate(self.later, 1):
            first, second = holes[seat] = rest[2 * at], rest[2 * at + 1]
            levels[seat], moods[seat] = self.levels[first][second], rng.randbelow(PERCENT)
        board = self.board + CODE[rest[0]] + CODE[rest[1]]
        keys = {seat: get_key_from_code(holes[seat], board + encode_cards(holes[seat])) for seat in self.staying}
        keys[self.me] = get_key_from_code(self.own, board + encode_cards(self.own))
        return World(tuple(sorted(keys, key=keys.__getitem__, reverse=True)), tuple(levels), tuple(moods))


def make_sampler(public: Public, seat: int, unseen: Cards, levels: Levels) -> Callable[[Rng, set[str]], Hole]:
    """Return a function that draws hole cards for a seat, weighted by how likely they lead to its action."""
    action = public.actions[seat]
    likely = [shares[action] + DOUBT for shares in get_answers(read_situation(public, seat))]
    opened = next(filter(None, public.holes[seat]), None)
    if opened:
        holes: list[Hole] = [(opened, card) for card in unseen]
        weights = [likely[levels[a][b]] * _opening(a, b, public.board) for a, b in holes]
    else:
        holes = list(combinations(unseen, 2))
        weights = [likely[levels[a][b]] for a, b in holes]
    sums = list(accumulate(weights))

    def draw(rng: Rng, used: set[str]) -> Hole:
        for _ in range(TRIES):
            hole = holes[bisect(sums, rng.randbelow(sums[-1]))]
            if used.isdisjoint(hole):
                return hole
        return rng.choice([hole for hole in holes if used.isdisjoint(hole)])

    return draw


def _opening(opened: str, hidden: str, board: Sequence[str]) -> int:
    """Return the likelihood of opening this card rather than the hidden one."""
    on_board = {number_of(card) for card in board}
    ranks = [(card[0] == "P", number_of(card) in on_board, number_of(card)) for card in (opened, hidden)]
    return OPENS_USUAL if ranks[0] <= ranks[1] else OPENS_OTHER
