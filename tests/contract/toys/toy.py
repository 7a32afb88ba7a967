"""A tiny game with everything in the contract, to try the contract tests on. It is in no catalogue.

Its folder is `title/`; here it is in one place for the variants that break it.

Nine cards, two or three seats, ten coins each. A round: the game deals two cards to each seat; simultaneously each
keeps one and puts the other away for good; in turn each bids a coin or more or folds (once); the game opens the kept
cards of those still in and the highest takes the bids. At any time a player may show the kept card, without being
asked.
"""

from tests.contract.toys.fake_game.deck import DECK
from tests.contract.toys.fake_game.determinize import imagine
from tests.contract.toys.fake_game.game import GAME
from tests.contract.toys.fake_game.moves import Bid, Bids, Chose, Dealt, Fold, Happening, Keep, Move, Paid, Show, Shown
from tests.contract.toys.fake_game.rules import ToyRules
from tests.contract.toys.fake_game.state import Hidden, Step, ToyState
from tests.contract.toys.fake_game.view import Own, Public, ToyView

__all__ = [
    "DECK",
    "GAME",
    "Bid",
    "Bids",
    "Chose",
    "Dealt",
    "Fold",
    "Happening",
    "Hidden",
    "Keep",
    "Move",
    "Own",
    "Paid",
    "Public",
    "Show",
    "Shown",
    "Step",
    "ToyRules",
    "ToyState",
    "ToyView",
    "imagine",
]
