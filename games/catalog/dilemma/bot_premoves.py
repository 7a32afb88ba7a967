"""What a normal player of Dilemma Hold'em plans ahead after a visit."""

from games.catalog.dilemma.bot import FEAR, is_strong, odds
from games.catalog.dilemma.premoves import CallUpTo, CheckFold, Premove, RaiseOnce, list_offers
from games.catalog.dilemma.types import UNIT
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Rng, Simulator


def choose_premoves(view: DilemmaView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """A strong hand raises in this round; others are called with for as much as they are worth, as the bot counts it,
    or given up."""
    kinds = {offer.make for offer in list_offers(view)}
    if not kinds:
        return ()
    public, found = view.public, odds(view, rng)
    win, rivals = found.win * (1 - FEAR), public.betting.live.count(True) - 1
    worth = (win * public.pot + found.bonus - (1 - win) * public.penalty) / (1 - win) if win < 1 else view.most_bet
    most = min(view.most_bet, max(0, int(worth)) // UNIT * UNIT)
    if is_strong(view, win, rivals) and RaiseOnce in kinds:
        least = public.betting.highest + public.blinds[1]
        to = min(view.most_bet, max(least, view.half_pot))
        return (RaiseOnce(to, max(0, most - to)),)
    return (CallUpTo(public.betting.paid[view.me] + most, "hand") if most else CheckFold("hand"),)
