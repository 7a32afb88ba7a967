"""What a normal player of The Crown of Lombardia plans ahead after a visit."""

from games.catalog.crown.cards import KINDS
from games.catalog.crown.premoves import ALWAYS, Defence, PickOrder, Premove, list_offers
from games.catalog.crown.view import CrownView
from games.engine.game import Rng, Simulator


def choose_premoves(view: CrownView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Keeps what it has most of, and defends; what an attack takes it decides when it has seen the hand."""
    if not list_offers(view):
        return ()
    most = sorted(KINDS, key=lambda kind: -view.mine.hand.count(kind))
    return PickOrder("".join(most)), Defence(ALWAYS, pair=False)
