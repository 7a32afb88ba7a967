"""Deals with a given landlord, whatever the hand."""

from collections.abc import Mapping

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.bots.bot import BOTS
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.metadata import METADATA
from games.catalog.doudizhu.moves import Accept, Refuse
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.chance import Chance, Rng
from games.engine.game import Simulator


def begin_deal(number: int, refusals: int) -> DoudizhuState:
    """The landlord's first lead; so many have refused before him. After four refusals he is the first one asked."""
    chance = Chance(b"auction %d" % number)
    state, refusal_count = rules.setup(METADATA.clean_options({"deals": 1}), 4), 0
    while state.public.phase != "play":
        if step := rules.advance(state, chance):
            state = step.state
            continue
        (seat,) = rules.waiting_on(state)
        state = rules.apply(state, seat, Accept() if refusal_count == refusals else Refuse()).state
        refusal_count += 1
    return state


def landlord_wins(state: DoudizhuState, number: int, levels: Mapping[int, str]) -> bool:
    """Return whether the landlord goes out first. Seats not in `levels` are normals."""
    rngs = {seat: Rng(b"deal %d" % number, str(seat)) for seat in range(4)}
    landlord = state.public.landlord
    while True:
        (seat,) = rules.waiting_on(state)
        view = GAME.view(state, seat)
        bot = BOTS[levels.get(seat, "normal")]
        state = rules.apply(state, seat, bot(view, rules.legal(state, seat), rngs[seat], Simulator(GAME, view))).state
        if not state.own[seat].hand:
            return seat == landlord
