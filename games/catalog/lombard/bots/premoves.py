"""Premoves of a normal player of Lombard Hold'em after a visit."""

from games.catalog.lombard.bots.opening import choose_card_to_open
from games.catalog.lombard.bots.win_probability import estimate_win_chances
from games.catalog.lombard.premoves import CallWith, DoubleUp, Premove, StepOut, list_offers
from games.catalog.lombard.view import LombardView
from games.engine.game import Rng, Simulator


def choose_premoves(view: LombardView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Return what it would do if it were its turn now; not after two more doubles, nor against a higher opened pair."""
    if not list_offers(view):
        return ()
    expected, public = estimate_win_chances(view, rng), view.public
    if max(expected.call, expected.double) <= expected.fold:
        return (StepOut(),)
    doubled = min(public.order.index(view.me), public.actions.count("double") + 1)
    if expected.double > expected.call:
        return (DoubleUp(doubled, wary=True),)
    return (CallWith(choose_card_to_open(view.mine.cards, public.board), doubled, wary=True),)
