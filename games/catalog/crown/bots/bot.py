"""Bots for The Crown of Lombardia. They see a view and the legal moves, never a state."""

from collections import Counter
from typing import Any

from games.catalog.crown.bots.evaluation import MoveEvaluator
from games.catalog.crown.bots.move_values import MoveValues, list_moves
from games.catalog.crown.cards import Cards, bishop_points, most_held, remove_cards
from games.catalog.crown.moves import Attack, Bishops, Defend, Discard, EndTurn, Move, Nobles, Reveal, Yield
from games.catalog.crown.view import CrownView
from games.engine.game import Bot, Rng, Simulator
from games.engine.legal_moves import Legal

ATTACK_PERCENT = 50  # of the beginner's opportunities
AS_STRONG = 30  # of normal's decisions


def beginner(view: CrownView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Keep the most frequent kind, score nobles and bishops at once, attack at random, always defend."""
    moves, hand = list_moves(legal), view.mine.hand
    if cashing := [move for move in moves if isinstance(move, Reveal | Bishops | Nobles | Defend)]:
        return max(cashing, key=_get_cost_rank)
    if Attack() in moves and rng.percent_chance(ATTACK_PERCENT):
        return Attack()
    if EndTurn() in moves:
        return EndTurn()
    if discards := [move for move in moves if isinstance(move, Discard)]:
        return max(discards, key=lambda move: _get_evenness(remove_cards(hand, move.cards)))
    kinds = {kind: move for move in moves if (kind := getattr(move, "kind", ""))}
    counted = view.known if legal.of("take") else hand
    return kinds[most_held(counted, kinds)] if kinds else Yield()


def normal(view: CrownView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Value cards by need, withhold what the other needs, attack when it pays; sometimes play like strong."""
    moves = list_moves(legal)
    if len(moves) == 1 or rng.percent_chance(AS_STRONG):
        return strong(view, legal, rng, sim)
    return Reveal() if Reveal() in moves else max(moves, key=MoveEvaluator(view, rng))


def strong(view: CrownView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Choose the move with the best learned value of its outcomes, over all hands the other may hold."""
    moves = list_moves(legal)
    if len(moves) == 1:
        return moves[0]
    sim.check_time()
    return max(moves, key=MoveValues(view).rate)


BOTS: dict[str, Bot[CrownView, Move]] = {"beginner": beginner, "normal": normal, "strong": strong}


def _get_cost_rank(move: Any) -> tuple[int, bool]:
    """Sort the most points first, and moves without the prince pair before those with it."""
    count = getattr(move, "count", 9)
    return bishop_points(count) if isinstance(move, Bishops) else count, not getattr(move, "pair", False)


def _get_evenness(hand: Cards) -> int:
    return sum(n * n for n in Counter(hand).values())
