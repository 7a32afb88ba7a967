"""The full state of an SdC Poker table."""

from games.engine.contract import State, Step
from games.kit.hidden import Hidden as Hidden  # offered here too
from games.titles.sdc.happenings import Happening
from games.titles.sdc.view import Own, Public

SdcState = State[Public, Own, Hidden]
SdcStep = Step[SdcState, Happening]
