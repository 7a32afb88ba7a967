"""Bots for Lombard Hold'em. They see a view and the legal moves, never a state."""

from collections.abc import Mapping, Sequence

from games.catalog.lombard.bots.opening import choose_card_to_open
from games.catalog.lombard.bots.playouts import Playout, deal_worlds, list_moves, play_moves
from games.catalog.lombard.bots.strategy import has_table, pick, weigh_actions
from games.catalog.lombard.bots.win_probability import estimate_win_chances
from games.catalog.lombard.hands import PAIR, TWO_PAIR, encode_cards, number_of, strength
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.types import Action
from games.catalog.lombard.view import LombardView
from games.engine.game import Bot, Legal, Rng, Simulator

FOLD_PERCENT = 70  # of hands without a pair, for the beginner
OTHER_CARD_PERCENT = 12  # of normal's calls open the card that reveals more

WORLDS = 300  # for a decision with more than two players


def beginner(view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Call with a pair or better, opening the lower card; double with two pair or better; otherwise mostly fold."""
    own_part = view.mine
    category = strength(encode_cards(own_part.cards + view.public.board)) >> 8
    if category >= TWO_PAIR:
        return Double()
    may_fold = legal.contains(Fold())
    if category < PAIR and may_fold and rng.percent_chance(FOLD_PERCENT):
        return Fold()
    return Call(min((0, 1), key=lambda at: number_of(own_part.cards[at])))


def normal(view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Take the action with the best chance to win over imagined cards; mostly open the card that reveals least."""
    if not legal.contains(Fold()):
        return Double()  # alone: the supply's coin is free
    expected = estimate_win_chances(view, rng)
    if max(expected.call, expected.double) <= expected.fold:
        return Fold()
    if expected.double > expected.call:
        return Double()
    card = choose_card_to_open(view.mine.cards, view.public.board)
    return Call(1 - card if rng.percent_chance(OTHER_CARD_PERCENT) else card)


def strong(view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Use a table with two players.

    With more, play out each decision in worlds that make the others' actions likely.
    """
    if not legal.contains(Fold()):
        return Double()
    if has_table(view.public):
        return _as_move(pick(weigh_actions(view), rng), view)
    worlds = deal_worlds(view, WORLDS, rng, sim)
    return choose_surely(view, legal, play_moves(Playout(view), list_moves(view), worlds))


def choose_surely(view: LombardView, legal: Legal[Move], results: Mapping[Move, Sequence[int]]) -> Move:
    """Return strong's most likely move, without randomness: by its table, or by the chances in these worlds."""
    if not legal.contains(Fold()):
        return Double()
    if has_table(view.public):
        weights = weigh_actions(view)
        return _as_move(max(weights, key=weights.__getitem__), view)
    return max(list_moves(view), key=lambda move: sum(results[move]))


def _as_move(action: Action, view: LombardView) -> Move:
    if action == "call":
        return Call(choose_card_to_open(view.mine.cards, view.public.board))
    return Double() if action == "double" else Fold()


BOTS: dict[str, Bot[LombardView, Move]] = {"beginner": beginner, "normal": normal, "strong": strong}
