"""What a normal player of Lombard Hold'em plans ahead after a visit."""

from games.engine.contract import Rng, Sim
from games.titles.lombard.bot import tells_least
from games.titles.lombard.chances import chances
from games.titles.lombard.plans import CallWith, DoubleUp, Plan, StepOut, offered
from games.titles.lombard.view import LombardView


def planned(view: LombardView, rng: Rng, sim: Sim) -> tuple[Plan, ...]:
    """What it would do if its turn were now; not against two doubles more, nor into an opened pair above its own."""
    if not offered(view):
        return ()
    expected, public = chances(view, rng), view.public
    if max(expected.call, expected.double) <= expected.fold:
        return (StepOut(),)
    doubled = min(public.order.index(view.me), public.actions.count("double") + 1)
    if expected.double > expected.call:
        return (DoubleUp(doubled, wary=True),)
    return (CallWith(tells_least(view.mine.cards, public.board), doubled, wary=True),)
