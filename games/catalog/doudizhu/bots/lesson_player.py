"""Player that does only what the lessons teach, for comparison with the bots in the arena."""

from games.catalog.doudizhu.combos import Combo
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import SUITED
from games.catalog.doudizhu.types import SEATS
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.game import Legal, Rng, Simulator
from games.engine.legal_moves import Combos

BOMBS_TO_ACCEPT = 4
NEARLY_OUT = 5  # cards of an opponent that justify a bomb


def play_as_taught(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Accept with four bombs, lead plays that include the most low cards, answer low, leave tricks to partners."""
    public, hand = view.public, view.mine.hand
    if public.phase == "auction":
        bombs = sum(hand.count(rank) >= 4 for rank in SUITED)
        return Accept() if bombs >= BOMBS_TO_ACCEPT else Refuse()
    enemies = {public.landlord} if view.me != public.landlord else set(range(SEATS)) - {view.me}
    top, part = public.top, legal.of(Play.type)
    if not isinstance(part, Combos) or (top and top.seat not in enemies):
        return Pass()
    combos = [public.options.move_tables.combos[cards] for cards in part.plays]
    plain = [combo for combo in combos if combo.kind != "bomb"]
    nearest = min(public.counts[seat] for seat in enemies if seat is not None)
    if not top:
        return Play(min(plain or combos, key=_lead_rank).cards)
    answers = plain or (combos if nearest <= NEARLY_OUT else [])
    return Play(min(answers, key=lambda combo: (len(combo.cards), combo.rank)).cards) if answers else Pass()


def _lead_rank(combo: Combo) -> tuple[int, int]:
    """Sort plays with many cards first, then low ones: one more card is worth two ranks."""
    return combo.rank - 2 * len(combo.cards), combo.rank
