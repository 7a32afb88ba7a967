"""What a normal player of Lombard Hold'em plans ahead after a visit."""

from games.catalog.lombard.bot import tells_least
from games.catalog.lombard.premoves import CallWith, DoubleUp, Plan, StepOut, offered
from games.catalog.lombard.view import LombardView
from games.catalog.lombard.win_probability import chances
from games.engine.game import Rng, Sim


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
