"""The full state of an SdC Poker table."""

from games.catalog.sdc.happenings import Happening
from games.catalog.sdc.view import Own, Public
from games.engine.game import State, Step
from games.kit.determinize import Hidden as Hidden  # offered here too

SdcState = State[Public, Own, Hidden]
SdcStep = Step[SdcState, Happening]
