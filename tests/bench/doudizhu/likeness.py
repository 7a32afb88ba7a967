"""How often quick players, who play imagined deals out, decide as normals do."""

from collections import Counter

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.bots.bot import list_plays, to_move
from games.catalog.doudizhu.bots.planning import HandAnalysis, choose_play
from games.catalog.doudizhu.bots.quick_hands import QUICK
from games.catalog.doudizhu.bots.quick_table import choose_quickly
from games.catalog.doudizhu.bots.search import lay_table
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.ranks import pack
from games.catalog.doudizhu.types import SEATS
from tests.bench.doudizhu.deals import begin_deal


def count_alike(deals: int) -> None:
    """Prints it of all decisions between plays in so many deals of normals, by who plays on what."""
    agreements, decisions = Counter[str](), Counter[str]()
    for number in range(deals):
        state = begin_deal(number, number % SEATS)
        while state.public.phase == "play":
            (seat,) = rules.waiting_on(state)
            analysis, plays = HandAnalysis(GAME.view(state, seat)), list_plays(rules.legal(state, seat))
            cards = choose_play(analysis, plays)
            if plays:
                table = lay_table(analysis, [pack(private.hand) for private in state.own])
                kind = describe(analysis)
                decisions[kind] += 1
                agreements[kind] += choose_quickly(table) == (QUICK[cards] if cards else None)
            state = rules.apply(state, seat, to_move(cards)).state
    for kind, count in sorted(decisions.items()):
        print(f"{kind}: {100 * agreements[kind] / count:.1f} % of {count}")


def describe(analysis: HandAnalysis) -> str:
    role, top = "landlord" if analysis.is_landlord else "farmer", analysis.public.top
    return f"{role}, {'leads' if top is None else 'on an enemy' if top.seat in analysis.enemies else 'on a team-mate'}"
