"""Bots for GET9!. They see a view and the legal moves, never a state."""

from dataclasses import replace

from games.catalog.get9.bots.bets import choose_bet
from games.catalog.get9.bots.search import list_candidates, look_ahead
from games.catalog.get9.bots.table import FOLD, REST, Table
from games.catalog.get9.bots.win_probability import count_wins, good_splits
from games.catalog.get9.moves import AllIn, Call, Check, Choose, Fold, Move, Open, Raise, Split
from games.catalog.get9.view import Get9View
from games.engine.game import Bot, Rng, Simulator
from games.engine.legal_moves import Arrange, Legal

BEHIND = 8  # in points; a beginner who is further behind folds
SAMPLES = 80  # imagined ends of a match, for normal
WORLDS = 120  # the same for strong


def beginner(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Split at random, play one of the two higher cards, open with 1, stay in unless far behind."""
    if isinstance(splits := legal.of("split"), Arrange):
        return replace(splits, first="").sample(rng)
    if legal.of("choose") is not None:
        return Choose(rng.choice(sorted(view.mine.piles[view.public.round - 1])[1:]))
    if legal.contains(Open(1)):
        return Open(1)
    behind = _behind(view)
    if behind < 0 and legal.contains(Call()):
        return Call()
    if legal.contains(Check()):
        return Check()
    if behind > BEHIND:
        return Fold()
    return Call() if legal.contains(Call()) else AllIn() if behind < 0 else Fold()


def normal(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Split for the best average, then play and bet by how often that wins the match with imagined cards."""
    if legal.of("split") is not None:
        return Split(rng.shuffled(rng.choice(good_splits())))
    counts = count_wins(view, SAMPLES, rng)
    if legal.of("choose") is not None:
        return Choose(max(counts, key=counts.__getitem__))
    percent = 100 * counts[""] // SAMPLES
    return make_bet(choose_bet(Table(view.public), percent, rng.randbelow(100)), legal)


def strong(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Play the match out in the same worlds for every move, and take the one that wins the game most often."""
    moves = list_candidates(view, legal, rng)
    if len(moves) == 1:
        return moves[0]
    ends = look_ahead(view, moves, WORLDS, rng, sim)
    return max(moves, key=lambda move: sum(ends[move].game))


BOTS: dict[str, Bot[Get9View, Move]] = {"beginner": beginner, "normal": normal, "strong": strong}


def _behind(view: Get9View) -> int:
    """Return the points missing to the best of the others still in and of the dealer; negative for a lead."""
    points = view.public.points
    return max(view.public.dealer_points, *(points[seat] for seat in view.rivals), 0) - points[view.me]


def make_bet(amount: int, legal: Legal[Move]) -> Move:
    """Return a bet of the imagined table as a move."""
    if amount in (FOLD, REST):
        return Fold() if amount == FOLD else Check()
    moves = (Open(amount), Raise(amount), Call(), Check(), AllIn())
    return next(move for move in moves if legal.contains(move))
