"""The bots of Lombard Hold'em: a beginner with a rule of thumb, and a normal player who counts chances."""

from games.catalog.lombard.hands import PAIR, TWO_PAIR, encode_cards, number_of, strength
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.types import Cards
from games.catalog.lombard.view import LombardView
from games.catalog.lombard.win_probability import estimate_win_chances
from games.engine.game import Bot, Legal, Rng, Simulator

FOLD_PERCENT = 70  # of hands without a pair, for the beginner


def beginner(view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """A pair or better calls, two pair or better doubles, else it mostly folds; a call opens the lower card."""
    own = view.mine
    category = strength(encode_cards(own.cards + view.public.board)) >> 8
    if category >= TWO_PAIR:
        return Double()
    may_fold = legal.contains(Fold())
    if category < PAIR and may_fold and rng.percent_chance(FOLD_PERCENT):
        return Fold()
    return Call(min((0, 1), key=lambda at: number_of(own.cards[at])))


def normal(view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """What gives most hope to win the match, over imagined cards; a call opens the card that tells least."""
    if not legal.contains(Fold()):
        return Double()  # alone: the supply's coin is free
    expected = estimate_win_chances(view, rng)
    if max(expected.call, expected.double) <= expected.fold:
        return Fold()
    if expected.double > expected.call:
        return Double()
    return Call(choose_card_to_open(view.mine.cards, view.public.board))


def choose_card_to_open(cards: Cards, board: Cards) -> int:
    """The hole card to open: no prince, none that pairs with the table, the lower one."""
    numbers, on_board = [number_of(card) for card in cards], {number_of(card) for card in board}
    return min((0, 1), key=lambda at: (cards[at][0] == "P", numbers[at] in on_board, numbers[at]))


BOTS: dict[str, Bot[LombardView, Move]] = {"beginner": beginner, "normal": normal}
