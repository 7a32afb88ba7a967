"""Player that does only what the lessons teach, for comparison with the bots in the arena."""

from games.catalog.crown.cards import Cards
from games.catalog.crown.moves import Attack, Bishops, Defend, Discard, EndTurn, Move, Nobles, Reveal
from games.catalog.crown.view import CrownView
from games.engine.game import Legal, Rng, Simulator
from games.engine.legal_moves import Choice

# Value of another card, by how many of its kind the hand already holds; for five or more, as for none.
COMPLETES = {"P": (1, 2, 9), "B": (1, 2, 4, 3), "N": (1, 3, 1, 3), "K": (2, 2, 3)}
DEFENCE = 2  # in knights


def play_as_taught(view: CrownView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Keep what completes a set for either player, score at once, and attack an opponent without a likely defence."""
    moves = [move for part in legal if isinstance(part, Choice) for move in part.moves]
    for score in (Reveal, Bishops, Nobles, Defend):
        if fitting := [move for move in moves if isinstance(move, score)]:
            return max(fitting, key=lambda move: getattr(move, "count", 0))
    if Attack() in moves and view.known.count("K") < DEFENCE:
        return Attack()
    if EndTurn() in moves:
        return EndTurn()
    hand = view.mine.hand
    if legal.of("take"):
        return max(moves, key=lambda move: view.known.count(getattr(move, "kind", "")))
    if legal.of("discard"):
        losses = {move: _worth(hand, move.cards) for move in moves if isinstance(move, Discard)}
        return min(losses, key=losses.__getitem__)
    if legal.of("give"):
        return min(moves, key=lambda move: _gain(view.known, getattr(move, "kind", "")))
    return max(moves, key=lambda move: _gain(hand, kind := getattr(move, "kind", "")) + _gain(view.known, kind))


def _gain(hand: Cards, kind: str) -> int:
    worths, held = COMPLETES.get(kind, ()), hand.count(kind)
    return worths[held] if held < len(worths) else bool(worths)


def _worth(hand: Cards, discarded: Cards) -> int:
    """Return the value of discarding `discarded`, while the rest is kept."""
    return sum(_gain(hand[: hand.index(kind)], kind) + hand.count(kind) for kind in discarded)
