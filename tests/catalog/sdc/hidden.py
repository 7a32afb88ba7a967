"""What SdC Poker hides, after the rules sheet's table of hidden information. Uses neither the view nor imagine."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.catalog.sdc.hands import DECK, sort_cards
from games.catalog.sdc.happenings import Confirmed
from games.catalog.sdc.moves import Drop
from games.catalog.sdc.state import Hidden, SdcState
from games.catalog.sdc.view import Own
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.game import AddressedHappening, Rules, Step, to_everyone
from games.engine.legal_moves import Choice, Legal
from games.engine.state import State
from games.kit.seats import replace_at


def reshuffle(state: SdcState, seat: int | None, rng: Rng) -> SdcState:
    """Deal again what `seat` has not seen: the other hand until it is shown, its discards, its marks, the deck."""
    if not state.hidden.deck:
        return state
    blind = [other for other in (0, 1) if other != seat]
    closed = [other for other in blind if state.public.phase != "pay"]  # a showdown opens hands, never discards
    fixed = {card for seat_number in (0, 1) if seat_number not in closed for card in state.own[seat_number].hand}
    fixed |= set(state.own[seat].discards) if seat is not None else set()
    cards = [card for card in rng.shuffled(DECK) if card not in fixed]
    privates = list(state.own)
    for other in blind:
        old = privates[other]
        hand = sort_cards(cards.pop() for _ in range(5)) if other in closed else old.hand
        selection = rng.shuffled(hand)[: rng.randbelow(state.public.options.max_exchange + 1)]
        marks = None if old.marks is None else tuple(card for card in hand if card in selection)
        privates[other] = Own(hand, marks, tuple(cards.pop() for _ in old.discards))
    return State(state.public, tuple(privates), Hidden(tuple(cards)))


def may_differ(addressed: AddressedHappening) -> bool:
    """Counts when both draws are complete, new cards for their owner, and the hands at the showdown."""
    return addressed.happening.type in ("exchanged", "drew", "shown")


def _with(rules: Rules, **changed: Any) -> Rules:
    names = ("setup", "waiting_on", "over", "legal", "apply", "advance", "safe_move", "standing")
    return cast(Rules, SimpleNamespace(**{name: getattr(rules, name) for name in names} | changed))


def count_in_public(rules: Rules) -> Rules:
    """Leaks how many cards a seat has marked as soon as it has confirmed."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        counts = tuple(len(private.marks or ()) for private in step.state.own)
        early = move.type == "draw" and replace(step.state.public, exchanged=counts)
        return replace(step, state=replace(step.state, public=early)) if early else step

    return _with(rules, apply=apply)


def the_next_card_in_ones_own(rules: Rules) -> Rules:
    """Leaks: completing a draw shows the next card of the deck."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        knows = replace(step.state.own[seat], discards=state.hidden.deck[:1])
        after = replace(step.state, own=replace_at(step.state.own, seat, knows))
        return replace(step, state=after) if move.type == "draw" else step

    return _with(rules, apply=apply)


def no_drop_with_the_better_hand(rules: Rules) -> Rules:
    """Takes a button away because of the other's cards."""

    def legal(state: Any, seat: int) -> Legal:
        legal_moves = rules.legal(state, seat)
        worse = state.own[seat].hand < state.own[1 - seat].hand
        return (
            legal_moves
            if worse or not legal_moves.contains(Drop())
            else Legal((Choice(tuple(legal_moves.moves_of("call"))), *legal_moves.sets[1:]))
        )

    return _with(rules, legal=legal)


def refusal_with_the_others_card(rules: Rules) -> Rules:
    """An error that names a hidden card."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMoveError as refused:
            raise IllegalMoveError(refused.code, {"card": "".join(state.own[1 - seat].hand[:1])}) from refused

    return _with(rules, apply=apply)


def a_nod_for_every_card(rules: Rules) -> Rules:
    """Says "confirmed" once for every marked card."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        nods = (to_everyone(Confirmed(seat)) for _ in getattr(move, "cards", ()))
        return Step(step.state, (*step.happenings, *nods))

    return _with(rules, apply=apply)


LEAKS = {
    "count in public": count_in_public,
    "the next card in one's own": the_next_card_in_ones_own,
    "no drop with the better hand": no_drop_with_the_better_hand,
    "refusal with the other's card": refusal_with_the_others_card,
    "a nod for every card": a_nod_for_every_card,
}
