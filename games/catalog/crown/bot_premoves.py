"""What a normal player of The Crown of Lombardia plans ahead after a visit."""

from games.catalog.crown.cards import KINDS
from games.catalog.crown.premoves import ALWAYS, Defence, PickOrder, Plan, offered
from games.catalog.crown.view import CrownView
from games.engine.game import Rng, Sim


def planned(view: CrownView, rng: Rng, sim: Sim) -> tuple[Plan, ...]:
    """Keeps what it has most of, and defends; what an attack takes it decides when it has seen the hand."""
    if not offered(view):
        return ()
    most = sorted(KINDS, key=lambda kind: -view.mine.hand.count(kind))
    return PickOrder("".join(most)), Defence(ALWAYS, pair=False)
