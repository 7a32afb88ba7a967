"""What The Crown of Lombardia hides, after the rules sheet's table. Uses neither the view nor imagine."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.engine.chance import Rng
from games.engine.contract import Rules, Step, Told, everybody
from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.titles.crown.draft import Picked
from games.titles.crown.kinds import Cards, in_order, minus
from games.titles.crown.state import CrownState


def reshuffle(state: CrownState, seat: int | None, rng: Rng) -> CrownState:
    """Deals anew what `seat` has not seen: in solo the deck alone."""
    if state.options.solo:
        return replace(state, deck=rng.shuffled(state.deck))
    return _for_a_spectator(state, rng) if seat is None else _for_a_seat(state, seat, rng)


class _Dealer:
    """Deals hidden cards out again, some of them to where they must be."""

    def __init__(self, cards: Cards, fixed: Cards, rng: Rng) -> None:
        self.cards = list(rng.shuffled(minus(cards, fixed)))

    def pile(self, size: int, fixed: Cards = ()) -> Cards:
        return in_order([*fixed, *(self.cards.pop() for _ in range(size - len(fixed)))])

    def rest(self) -> Cards:
        rest, self.cards = tuple(self.cards), []
        return rest


def _for_a_seat(state: CrownState, seat: int, rng: Rng) -> CrownState:
    """The other's hand but for what was seen of it, its draw, its secret discards, the deck."""
    other = 1 - seat
    hand, secret = state.hands[other], state.secrets[other]
    drawn = state.drawn if state.player == other else ()
    held, buried = state.known[seat], ()
    two = state.passed[seat]
    # The seat knows that of the two cards passed one was kept and one discarded, not which.
    fought = any(deed.defence or deed.took for deed in state.deeds)
    if state.player == seat and state.phase in ("act", "defend", "open", "limit") and len(two) == 2:
        one, left = rng.shuffled(two)
        buried = (left,) if not fought else ()
        held = in_order([*held, one]) if not fought and one != left else held
    dealer = _Dealer(in_order(hand + secret + drawn + state.deck), in_order(held + buried), rng)
    hands, secrets = list(state.hands), list(state.secrets)
    hands[other], secrets[other] = dealer.pile(len(hand), held), dealer.pile(len(secret), buried)
    if drawn:
        state = replace(state, drawn=dealer.pile(len(drawn)))
    return replace(state, hands=(hands[0], hands[1]), secrets=(secrets[0], secrets[1]), deck=dealer.rest())


def _for_a_spectator(state: CrownState, rng: Rng) -> CrownState:
    """Everything but the cards that were shown; the seats then know of each other what is on show."""
    player, flying = state.player, state.passed[state.player] if state.phase == "pick" else ()
    hidden = [*state.deck, *state.drawn, *flying]
    hidden += [card for pile in (*state.hands, *state.secrets) for card in pile]
    dealer = _Dealer(in_order(hidden), state.tabled, rng)
    shown = (state.tabled, ()) if player == 0 else ((), state.tabled)
    hands = (dealer.pile(len(state.hands[0]), shown[0]), dealer.pile(len(state.hands[1]), shown[1]))
    secrets = (dealer.pile(len(state.secrets[0])), dealer.pile(len(state.secrets[1])))
    two = dealer.pile(len(flying)) or state.passed[player]
    seen = (hands[1] if state.phase == "choose" else ()) if player == 0 else ()
    seen_too = (hands[0] if state.phase == "choose" else ()) if player == 1 else ()
    return replace(
        state,
        hands=hands,
        secrets=secrets,
        drawn=dealer.pile(len(state.drawn)),
        passed=(two, state.passed[1]) if player == 0 else (state.passed[0], two),
        known=(in_order(seen) or shown[1], in_order(seen_too) or shown[0]),
        deck=dealer.rest(),
    )


def may_differ(told: Told) -> bool:
    """Cards out of the deck, cards passed on, a hand shown after an attack and what it loses by it."""
    return told.what.type in ("dealt", "drew-cards", "passed", "refilled", "hand-seen", "taken")


def _with(rules: Rules, **changed: Any) -> Rules:
    names = ("setup", "waiting_on", "over", "legal", "apply", "advance", "safe_move", "view", "standing")
    return cast(Rules, SimpleNamespace(**{name: getattr(rules, name) for name in names} | changed))


def no_attack_on_knights(rules: Rules) -> Rules:
    """Takes the attack away when the other could defend."""

    def legal(state: Any, seat: int) -> Legal:
        own = rules.legal(state, seat)
        if state.hands[1 - seat].count("K") < 2:
            return own
        return Legal(tuple(part for part in own.sets if part.types != {"attack"}))

    return _with(rules, legal=legal)


def known_pile(rules: Rules) -> Rules:
    """The pile's secret cards lie open."""

    def view(state: Any, seat: int | None) -> Any:
        shown = rules.view(state, seat)
        pile = in_order(state.pile + state.secrets[0] + state.secrets[1])
        return replace(shown, public=replace(shown.public, pile=pile))

    return _with(rules, view=view)


def a_nod_for_a_prince(rules: Rules) -> Rules:
    """Tells that a prince has been drawn."""

    def advance(state: Any, chance: Any) -> Step | None:
        step = rules.advance(state, chance)
        if step is None or state.phase != "draw" or "P" not in cast(Any, step.state).drawn:
            return step
        return Step(step.state, (*step.happenings, everybody(Picked(state.player))))

    return _with(rules, advance=advance)


def refusal_with_the_others_cards(rules: Rules) -> Rules:
    """An error that counts the other's princes."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMove as refused:
            raise IllegalMove(refused.code, {"princes": state.hands[1 - seat].count("P")}) from refused

    return _with(rules, apply=apply)


LEAKS = {
    "no attack on knights": no_attack_on_knights,
    "known pile": known_pile,
    "a nod for a prince": a_nod_for_a_prince,
    "refusal with the other's cards": refusal_with_the_others_cards,
}
