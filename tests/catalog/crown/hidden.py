"""What The Crown of Lombardia hides, after the rules sheet's table. Uses neither the view nor imagine."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.catalog.crown.cards import Cards, remove_cards, sort_cards
from games.catalog.crown.happenings import Picked
from games.catalog.crown.state import CrownState, Hidden
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.game import AddressedHappening, Rules, Step, to_everyone
from games.engine.legal_moves import Legal
from games.engine.state import State


def reshuffle(state: CrownState, seat: int | None, rng: Rng) -> CrownState:
    """Deal again everything `seat` has not seen: in solo only the deck."""
    if state.public.options.solo:
        return replace(state, hidden=Hidden(rng.shuffled(state.hidden.deck)))
    return _for_a_spectator(state, rng) if seat is None else _for_a_seat(state, seat, rng)


class _Dealer:
    """Deals hidden cards out again, some of them to where they must be."""

    def __init__(self, cards: Cards, fixed: Cards, rng: Rng) -> None:
        self.cards = list(rng.shuffled(remove_cards(cards, fixed)))

    def pile(self, size: int, fixed: Cards = ()) -> Cards:
        return sort_cards([*fixed, *(self.cards.pop() for _ in range(size - len(fixed)))])

    def rest(self) -> Hidden:
        rest, self.cards = tuple(self.cards), []
        return Hidden(rest)


def _for_a_seat(state: CrownState, seat: int, rng: Rng) -> CrownState:
    """The other hand except its seen cards, its draw, its secret discards, the deck."""
    public, seat_cards, other_cards = state.public, state.own[seat], state.own[1 - seat]
    held = seat_cards.known
    buried: Cards = ()
    # The seat knows that of the two cards passed one was kept and one discarded, not which.
    fought = any(deed.defence or deed.took for deed in public.deeds)
    if public.player == seat and public.phase in ("act", "defend", "open", "limit") and len(seat_cards.passed) == 2:
        kept_card, discarded = rng.shuffled(seat_cards.passed)
        buried = (discarded,) if not fought else ()
        held = sort_cards([*held, kept_card]) if not fought and kept_card != discarded else held
    unseen = sort_cards(other_cards.hand + other_cards.buried + other_cards.drawn + state.hidden.deck)
    dealer = _Dealer(unseen, sort_cards(held + buried), rng)
    other_cards = replace(
        other_cards,
        hand=dealer.pile(len(other_cards.hand), held),
        buried=dealer.pile(len(other_cards.buried), buried),
        drawn=dealer.pile(len(other_cards.drawn)),
    )
    return State(public, (seat_cards, other_cards) if seat == 0 else (other_cards, seat_cards), dealer.rest())


def _for_a_spectator(state: CrownState, rng: Rng) -> CrownState:
    """Everything except cards that were shown; the seats then know each other's shown cards."""
    public, privates = state.public, list(state.own)
    player, other = public.player, public.other
    flying = privates[player].passed if public.phase == "pick" else ()
    hidden = [*state.hidden.deck, *flying]
    hidden += [card for private in privates for pile in (private.hand, private.drawn, private.buried) for card in pile]
    dealer = _Dealer(sort_cards(hidden), public.tabled, rng)
    for seat, private in enumerate(privates):
        hand = dealer.pile(len(private.hand), public.tabled if seat == player else ())
        privates[seat] = replace(
            private, hand=hand, buried=dealer.pile(len(private.buried)), drawn=dealer.pile(len(private.drawn))
        )
    two = dealer.pile(len(flying)) or privates[player].passed
    shown_hand = privates[other].hand if public.phase == "choose" else ()
    privates[player] = replace(privates[player], passed=two, known=shown_hand, exposed=public.tabled)
    privates[other] = replace(privates[other], offered=two, known=public.tabled, exposed=shown_hand)
    return State(public, tuple(privates), dealer.rest())


def may_differ(addressed: AddressedHappening) -> bool:
    """Cards out of the deck, cards passed on, a hand shown after an attack and what it loses by it."""
    return addressed.happening.type in ("dealt", "drew-cards", "passed", "refilled", "hand-seen", "taken")


def _with(rules: Rules, **changed: Any) -> Rules:
    names = ("setup", "waiting_on", "over", "legal", "apply", "advance", "safe_move", "standing")
    return cast(Rules, SimpleNamespace(**{name: getattr(rules, name) for name in names} | changed))


def no_attack_on_knights(rules: Rules) -> Rules:
    """Takes the attack away when the other could defend."""

    def legal(state: Any, seat: int) -> Legal:
        legal_moves = rules.legal(state, seat)
        if state.public.options.solo or state.own[1 - seat].hand.count("K") < 2:
            return legal_moves
        return Legal(tuple(part for part in legal_moves.sets if part.types != {"attack"}))

    return _with(rules, legal=legal)


def known_pile(rules: Rules) -> Rules:
    """A card laid face down is turned up in the pile."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        if move.type != "pick":
            return step
        public, privates = step.state.public, step.state.own
        up = replace(public, face_down=public.face_down - 1, pile=sort_cards(public.pile + privates[seat].buried[-1:]))
        return replace(step, state=replace(step.state, public=up))

    return _with(rules, apply=apply)


def the_draw_in_the_others_own(rules: Rules) -> Rules:
    """The other is passed all three cards before one is kept."""

    def advance(state: Any, chance: Any) -> Step | None:
        step = rules.advance(state, chance)
        if step is None or state.public.phase != "draw" or state.public.options.solo:
            return step
        privates, player = list(step.state.own), state.public.player
        privates[1 - player] = replace(privates[1 - player], offered=privates[player].drawn)
        return replace(step, state=replace(step.state, own=tuple(privates)))

    return _with(rules, advance=advance)


def a_nod_for_a_prince(rules: Rules) -> Rules:
    """Leaks that a prince has been drawn."""

    def advance(state: Any, chance: Any) -> Step | None:
        step = rules.advance(state, chance)
        if step is None or state.public.phase != "draw" or state.public.options.solo:
            return step
        if "P" not in step.state.own[state.public.player].drawn:
            return step
        return Step(step.state, (*step.happenings, to_everyone(Picked(state.public.player))))

    return _with(rules, advance=advance)


def refusal_with_the_others_cards(rules: Rules) -> Rules:
    """An error that counts the other's princes."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMoveError as refused:
            other_cards = (card for number, private in enumerate(state.own) if number != seat for card in private.hand)
            raise IllegalMoveError(refused.code, {"princes": [*other_cards].count("P")}) from refused

    return _with(rules, apply=apply)


LEAKS = {
    "no attack on knights": no_attack_on_knights,
    "known pile": known_pile,
    "the draw in the other's own": the_draw_in_the_others_own,
    "a nod for a prince": a_nod_for_a_prince,
    "refusal with the other's cards": refusal_with_the_others_cards,
}
