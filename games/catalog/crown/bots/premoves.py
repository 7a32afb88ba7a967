"""Premoves of a normal player of The Crown of Lombardia after a visit."""

from games.catalog.crown.cards import KINDS
from games.catalog.crown.premoves import ALWAYS, Defence, PickOrder, Premove, list_offers
from games.catalog.crown.view import CrownView
from games.engine.game import Rng, Simulator


def choose_premoves(view: CrownView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Keep the most frequent kinds, and defend. What an attack takes is decided after seeing the hand."""
    if not list_offers(view):
        return ()
    by_count = sorted(KINDS, key=lambda kind: -view.mine.hand.count(kind))
    return PickOrder("".join(by_count)), Defence(ALWAYS, pair=False)
