"""What a normal player of GET9! plans ahead after a visit."""

from games.catalog.get9.bot import SAMPLES
from games.catalog.get9.premoves import CallTo, NextCard, Plan, coming, most_bet, offered
from games.catalog.get9.view import Get9View
from games.catalog.get9.win_probability import play_of, wins
from games.engine.game import Rng, Sim


def planned(view: Get9View, rng: Rng, sim: Sim) -> tuple[Plan, ...]:
    """Follows bets as far as the chances allow; the next card is the one that is best on average."""
    kinds = {offer.make for offer in offered(view)}
    found: list[Plan] = []
    if CallTo in kinds and view.public.phase == "bet":
        fair, most = wins(view, SAMPLES, rng)[""] * len(view.public.active), most_bet(view)
        found.append(CallTo(most if fair >= SAMPLES else min(most, 1) if 2 * fair >= SAMPLES else 0))
    if NextCard in kinds:
        found.append(NextCard(play_of(view.mine.piles[coming(view) - 1])))
    return tuple(found)
