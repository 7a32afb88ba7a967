"""The full state of a Dilemma table."""

from games.catalog.dilemma.happenings import Happening
from games.catalog.dilemma.view import Own, Public
from games.engine.game import State, Step
from games.kit.determinize import Hidden as Hidden  # offered here too

DilemmaState = State[Public, Own, Hidden]
DilemmaStep = Step[DilemmaState, Happening]
