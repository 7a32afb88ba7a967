"""Player that does only what the lessons teach, for comparison with the bots in the arena."""

from games.catalog.lombard.hands import THREE, TWO_PAIR, encode_cards, number_of, strength
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.view import LombardView
from games.engine.game import Legal, Rng, Simulator


def play_as_taught(view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Fold without a pair or against a visible better one; double with three of a kind, or with two pair as last."""
    public, cards = view.public, view.mine.cards
    if not legal.contains(Fold()):
        return Double()
    own_strength = strength(encode_cards(cards + public.board))
    visible_strengths = [
        strength(encode_cards((*filter(None, hole), *public.board))) for hole in public.holes if any(hole)
    ]
    is_last = public.order[-1] == view.me
    if own_strength >> 8 >= (TWO_PAIR if is_last else THREE):
        return Double()
    if not own_strength >> 8 or any(other > own_strength for other in visible_strengths):
        return Fold()
    board, numbers = {number_of(card) for card in public.board}, [number_of(card) for card in cards]
    return Call(min((0, 1), key=lambda at: (cards[at][0] == "P", numbers[at] in board, numbers[at])))
