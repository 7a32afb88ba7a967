"""Imagined states that are consistent with a view."""

from games.catalog.sdc.hands import DECK, sort_cards
from games.catalog.sdc.state import Hidden, SdcState
from games.catalog.sdc.view import Own, Public, SdcView
from games.engine.game import Rng, State
from games.kit.determinize import redealt as redealt  # offered here too


def imagine(view: SdcView, rng: Rng) -> SdcState:
    """Return a state that looks like `view` from its seat; what the seat can't know is random."""
    unseen = _unseen(view, rng)
    own_parts = tuple(
        view.own if view.own and seat == view.seat else _guess_own(view.public, seat, unseen, rng) for seat in (0, 1)
    )
    return State(view.public, own_parts, Hidden(tuple(unseen)))


def _unseen(view: SdcView, rng: Rng) -> list[str]:
    """Return the shuffled cards that the view can't see; none between two stages."""
    if view.public.phase in ("first", "deal", "end", "over"):
        return []
    seen_cards = {card for hand in view.public.shown for card in hand}
    if view.own:
        seen_cards |= {*view.own.hand, *view.own.discards}
    return [card for card in rng.shuffled(DECK) if card not in seen_cards]


def _guess_own(public: Public, seat: int, unseen: list[str], rng: Rng) -> Own:
    if not unseen:
        return Own()
    hand = public.shown[seat] if public.shown else sort_cards(unseen.pop() for _ in range(5))
    discards = sort_cards(unseen.pop() for _ in range(public.exchanged[seat] if public.exchanged else 0))
    some = hand[: rng.randbelow(public.options.max_exchange + 1)]
    return Own(hand, some if public.confirmed[seat] else None, discards)
