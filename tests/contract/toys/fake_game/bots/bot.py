"""Plays anything."""

from games.engine.chance import Rng
from games.engine.game import Simulator
from games.engine.legal_moves import Legal

from ..moves import Move
from ..view import ToyView


def bot(view: ToyView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    return legal.sample(rng)


BOTS = {"beginner": bot, "normal": bot}
