"""A tiny title with everything the contract speaks of, to try the contract tests on. It is in no catalogue.
Its folder is `title/`; here it stands in one place for what breaks it.

Nine cards, two or three seats, ten coins each. A round: the house deals two cards to each seat; all at once each
keeps one and lays the other away for good; in turn each bids a coin or more or folds (once); the house opens the kept
cards of those still in and the highest takes the bids. At any time somebody may show his kept card, unasked.
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
