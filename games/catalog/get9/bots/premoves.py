"""Premoves of a normal player of GET9! after a visit."""

from games.catalog.get9.bots.bot import SAMPLES
from games.catalog.get9.bots.win_probability import count_wins, get_best_card
from games.catalog.get9.premoves import CallTo, NextCard, Premove, get_next_round, list_offers, most_bet
from games.catalog.get9.view import Get9View
from games.engine.game import Rng, Simulator


def choose_premoves(view: Get9View, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Follow bets as far as the chances allow; the next card is the best one on average."""
    kinds = {offer.make for offer in list_offers(view)}
    premoves: list[Premove] = []
    if CallTo in kinds and view.public.phase == "bet":
        fair, max_bet = count_wins(view, SAMPLES, rng)[""] * len(view.public.active), most_bet(view)
        premoves.append(CallTo(max_bet if fair >= SAMPLES else min(max_bet, 1) if 2 * fair >= SAMPLES else 0))
    if NextCard in kinds:
        premoves.append(NextCard(get_best_card(view.mine.piles[get_next_round(view) - 1])))
    return tuple(premoves)
