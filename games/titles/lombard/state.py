"""The full state of a Lombard table."""

from games.engine.contract import State, Step
from games.kit.hidden import Hidden as Hidden  # offered here too
from games.titles.lombard.happenings import Happening
from games.titles.lombard.view import Own, Public

LombardState = State[Public, Own, Hidden]
LombardStep = Step[LombardState, Happening]
