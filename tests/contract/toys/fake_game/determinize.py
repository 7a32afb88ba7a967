"""A state that fits a view."""

from games.engine.chance import Rng
from games.engine.state import State

from .deck import DECK
from .state import Hidden, ToyState
from .view import Own, Public, ToyView


def imagine(view: ToyView, rng: Rng) -> ToyState:
    """Deal the cards the seat hasn't seen again."""
    public, private = view.public, view.mine
    if public.phase in ("deal", "over"):
        return State(public, (Own(),) * len(public.coins), Hidden())
    visible_cards = {*private.hand, private.kept, private.away, *public.shown}
    rest = list(rng.shuffled([card for card in DECK if card not in visible_cards]))
    privates = tuple(private if i == view.me else _imagine_hand(public, i, rest) for i in range(len(public.coins)))
    return State(public, privates, Hidden(tuple(rest)))


def redealt(state: ToyState, rng: Rng) -> ToyState:
    """Return the same state with the undealt cards in another order."""
    return State(state.public, state.own, Hidden(rng.shuffled(state.hidden.deck)))


def _imagine_hand(public: Public, seat: int, rest: list[str]) -> Own:
    if not public.chosen[seat]:
        return Own((rest.pop(), rest.pop()))
    return Own((), public.shown[seat] or rest.pop(), rest.pop())
