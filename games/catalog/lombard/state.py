"""The full state of a Lombard table."""

from games.catalog.lombard.happenings import Happening
from games.catalog.lombard.view import Own, Public
from games.engine.game import State, Step
from games.kit.determinize import Hidden as Hidden  # offered here too

LombardState = State[Public, Own, Hidden]
LombardStep = Step[LombardState, Happening]
