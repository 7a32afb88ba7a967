"""A bot's sandbox plays an imagined world to its end without ever showing it."""

from games.engine.chance import Chance, Rng
from games.engine.game import Simulator
from tests.contract.harness import match
from tests.contract.toys.subject import SUBJECT


def test_a_bot_can_play_on_in_an_imagined_world() -> None:
    title = SUBJECT.title
    real = [moment.state for moment in match(SUBJECT, SUBJECT.setups[1], 3)][2]
    view, rng, chance = title.view(real, 1), Rng(b"sim", "x"), Chance(b"sim")
    sim = Simulator(title, view)
    world = sim.imagine(rng)
    assert title.view(world, 1) == view
    assert sim.imagine(rng) != world, "worlds are imagined anew"
    for _ in range(200):
        if sim.over(world):
            break
        if waiting := sorted(sim.waiting_on(world)):
            assert sim.advance(world, chance) is None
            world = sim.apply(world, waiting[0], sim.legal(world, waiting[0]).sample(rng))
        else:
            world = sim.advance(world, chance) or world
    assert sim.over(world)
    assert sim.standing(world).winners
