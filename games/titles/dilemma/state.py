"""The full state of a Dilemma table."""

from games.engine.contract import State, Step
from games.kit.hidden import Hidden as Hidden  # offered here too
from games.titles.dilemma.happenings import Happening
from games.titles.dilemma.view import Own, Public

DilemmaState = State[Public, Own, Hidden]
DilemmaStep = Step[DilemmaState, Happening]
