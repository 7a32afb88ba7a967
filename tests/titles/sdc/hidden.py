"""What SdC Poker hides, after the rules sheet's table of hidden information. Uses neither the view nor imagine."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.engine.chance import Rng
from games.engine.contract import Rules, Step, Told, everybody
from games.engine.errors import IllegalMove
from games.engine.legal import Choice, Legal
from games.titles.sdc.hands import DECK, in_order
from games.titles.sdc.happenings import Confirmed
from games.titles.sdc.moves import Drop
from games.titles.sdc.state import SdcState


def reshuffle(state: SdcState, seat: int | None, rng: Rng) -> SdcState:
    """Deals anew what `seat` has not seen: the other's hand until it is shown, its discards, its marks, the deck."""
    if not state.deck:
        return state
    blind = [other for other in (0, 1) if other != seat]
    closed = [other for other in blind if state.phase != "pay"]  # a showdown opens hands, never discards
    fixed = {card for one in (0, 1) if one not in closed for card in state.hands[one]}
    fixed |= set(state.discards[seat]) if seat is not None else set()
    cards = [card for card in rng.shuffled(DECK) if card not in fixed]
    hands, discards, marks = list(state.hands), list(state.discards), list(state.marks)
    for other in blind:
        if other in closed:
            hands[other] = in_order(cards.pop() for _ in range(5))
        discards[other] = tuple(cards.pop() for _ in state.discards[other])
        if marks[other] is not None:
            count = rng.below(state.options.max_exchange + 1)
            chosen = rng.shuffled(hands[other])[:count]
            marks[other] = tuple(card for card in hands[other] if card in chosen)
    return replace(
        state,
        deck=tuple(cards),
        hands=(hands[0], hands[1]),
        discards=(discards[0], discards[1]),
        marks=(marks[0], marks[1]),
    )


def may_differ(told: Told) -> bool:
    """Counts when both draws are settled, one's own new cards, and the hands at the showdown."""
    return told.what.type in ("exchanged", "drew", "shown")


def _with(rules: Rules, **changed: Any) -> Rules:
    names = ("setup", "waiting_on", "over", "legal", "apply", "advance", "safe_move", "view", "standing")
    return cast(Rules, SimpleNamespace(**{name: getattr(rules, name) for name in names} | changed))


def count_in_the_view(rules: Rules) -> Rules:
    """Tells how many cards a seat has marked as soon as it has confirmed."""

    def view(state: Any, seat: int | None) -> Any:
        shown = rules.view(state, seat)
        counts = tuple(len(marks or ()) for marks in state.marks)
        return replace(shown, public=replace(shown.public, exchanged=state.exchanged or counts))

    return _with(rules, view=view)


def no_drop_with_the_better_hand(rules: Rules) -> Rules:
    """Takes a button away because of the other's cards."""

    def legal(state: Any, seat: int) -> Legal:
        own = rules.legal(state, seat)
        worse = state.hands[seat] < state.hands[1 - seat]
        return own if worse or not own.contains(Drop()) else Legal((Choice(tuple(own.moves_of("call"))), *own.sets[1:]))

    return _with(rules, legal=legal)


def refusal_with_the_others_card(rules: Rules) -> Rules:
    """An error that names a hidden card."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMove as refused:
            raise IllegalMove(refused.code, {"card": "".join(state.hands[1 - seat][:1])}) from refused

    return _with(rules, apply=apply)


def a_nod_for_every_card(rules: Rules) -> Rules:
    """Says "confirmed" once for every marked card."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        nods = (everybody(Confirmed(seat)) for _ in getattr(move, "cards", ()))
        return Step(step.state, (*step.happenings, *nods))

    return _with(rules, apply=apply)


LEAKS = {
    "count in the view": count_in_the_view,
    "no drop with the better hand": no_drop_with_the_better_hand,
    "refusal with the other's card": refusal_with_the_others_card,
    "a nod for every card": a_nod_for_every_card,
}
