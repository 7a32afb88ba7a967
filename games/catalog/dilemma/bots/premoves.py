"""Premoves of a normal player of Dilemma Hold'em after a visit."""

from games.catalog.dilemma.bots.bot import SAMPLES
from games.catalog.dilemma.bots.chances import WHOLE, rate_hand
from games.catalog.dilemma.bots.spots import make_spot
from games.catalog.dilemma.premoves import CallUpTo, CheckFold, Premove, RaiseOnce, list_offers
from games.catalog.dilemma.types import UNIT
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Rng, Simulator

SURPLUS = 30  # percent of the way from an even share of wins to all of them, from which a hand raises
FEAR = 250  # thousandths by which a bet reduces the chance, because bettors have something


def choose_premoves(view: DilemmaView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Raise with a strong hand in this round; call with others up to their value as the bot counts it, or fold."""
    kinds = {offer.make for offer in list_offers(view)}
    if not kinds:
        return ()
    public, spot = view.public, make_spot(view, *rate_hand(view, rng, SAMPLES))
    chance = spot.chance * (WHOLE - FEAR) // WHOLE
    win, rest = chance**spot.rivals, WHOLE**spot.rivals - chance**spot.rivals
    worth = (win * (public.pot + spot.bonus) - rest * spot.penalty) // rest
    limit = min(view.most_bet, max(0, worth) // UNIT * UNIT)
    if RaiseOnce in kinds and 100 * win * (spot.rivals + 1) > (100 + SURPLUS * spot.rivals) * WHOLE**spot.rivals:
        least = public.betting.highest + public.blinds[1]
        to = min(view.most_bet, max(least, view.half_pot))
        return (RaiseOnce(to, max(0, limit - to)),)
    return (CallUpTo(public.betting.paid[view.me] + limit, "hand") if limit else CheckFold("hand"),)
