"""What Dou Dizhu hides, from the rules sheet's table of hidden information (section 6). Uses no view and no imagine."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.catalog.doudizhu import rules as honest
from games.catalog.doudizhu.moves import Pass
from games.catalog.doudizhu.ranks import Cards, sort_cards
from games.catalog.doudizhu.state import DoudizhuState, Hidden
from games.catalog.doudizhu.view import Own, Public
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.game import AddressedHappening, Rules, Step
from games.engine.legal_moves import Legal
from games.engine.state import State
from games.kit.seats import replace_at


def reshuffle(state: DoudizhuState, seat: int | None, rng: Rng) -> DoudizhuState:
    """A world in which all cards that `seat` has not seen lie otherwise: others' hands, and the kitty."""
    public = state.public
    if public.phase in ("deal", "over"):
        return state
    in_hand = public.landlord if public.options.kitty_to_landlord else None
    open_kitty = public.landlord is not None and public.options.show_kitty
    hands = tuple(private.hand for private in state.own)
    kept_cards = list(hands)
    for other in range(4):
        if other != seat and public.phase != "payment":
            kept_cards[other] = _kept(state, other, open_kitty and other == in_hand)
    hidden = Counter(card for hand in (*hands, state.hidden.kitty) for card in hand)
    for cards in kept_cards:
        hidden.subtract(cards)
    pool = list(rng.shuffled(sorted(hidden.elements())))
    privates = []
    for i, cards in enumerate(kept_cards):
        hand = sort_cards([*cards, *(pool.pop() for _ in range(len(hands[i]) - len(cards)))])
        closed = i == in_hand and not open_kitty and i != seat
        privates.append(Own(hand, _other_kitty(public, i, hand, rng) if closed else state.own[i].kitty))
    return State(public, tuple(privates), Hidden(sort_cards(pool)))


def _kept(state: DoudizhuState, seat: int, with_kitty: bool) -> Cards:
    """Return the publicly known cards a seat still holds: the face-up card and an open kitty, until played."""
    known_cards: Counter[str] = Counter()
    if seat == state.public.starter:
        known_cards[state.public.face_up] += 1
    if with_kitty:
        known_cards.update(state.own[seat].kitty)
    return tuple((known_cards - Counter(state.public.played[seat])).elements())


def _other_kitty(public: Public, landlord: int, hand: Cards, rng: Rng) -> Cards:
    """The landlord took eight of the cards he holds or has played; the face-up card was not among them."""
    cards = list(hand + public.played[landlord])
    if landlord == public.starter:
        cards.remove(public.face_up)
    return sort_cards(rng.shuffled(cards)[:8])


def may_differ(addressed: AddressedHappening) -> bool:
    """The face-up card, played cards, a kitty turned up or taken and the hands at the end come out of the hidden
    cards.
    """
    return addressed.happening.type in ("face-up", "played", "kitty-shown", "kitty-seen", "hand-shown")


def leaky(**replaced: Callable[..., Any]) -> Rules:
    """The title's rules with some functions replaced."""
    functions = {name: getattr(honest, name) for name in honest.__all__} | replaced
    return cast(Rules, SimpleNamespace(**functions))


def _all_see_the_kitty(rules: Rules) -> Rules:
    """Leaks: the cards the landlord takes are public."""

    def advance(state: DoudizhuState, chance: Any) -> Step | None:
        step = rules.advance(state, chance)
        if step is None or state.public.phase != "kitty":
            return step
        return replace(step, state=replace(step.state, public=replace(step.state.public, kitty=state.hidden.kitty)))

    return leaky(advance=advance)


def _a_seat_knows_the_kitty(rules: Rules) -> Rules:
    """Leaks: a seat knows the cards put aside."""

    def advance(state: DoudizhuState, chance: Any) -> Step | None:
        step = rules.advance(state, chance)
        if step is None or state.public.phase != "face-up":
            return step
        privates = replace_at(state.own, 2, replace(state.own[2], kitty=state.hidden.kitty))
        return replace(step, state=replace(step.state, own=privates))

    return leaky(advance=advance)


def _bombs_left_are_the_bombs_held(rules: Rules) -> Rules:
    """Leaks: a pass shows the number of bombs kept."""

    def apply(state: DoudizhuState, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        held = sum(count >= 4 for count in Counter(state.own[seat].hand).values())
        bombs_left = replace_at(step.state.public.bombs_left, seat, held)
        if not isinstance(move, Pass):
            return step
        return replace(step, state=replace(step.state, public=replace(step.state.public, bombs_left=bombs_left)))

    return leaky(apply=apply)


def _forced_passes_are_told(rules: Rules) -> Rules:
    """Leaks: a player who can't beat the trick passes with a sigh, which shows that they hold no bomb."""

    def apply(state: DoudizhuState, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        stuck = isinstance(move, Pass) and len(rules.legal(state, seat).sets) == 1
        return Step(step.state, step.happenings * 2) if stuck else step

    return leaky(apply=apply)


def _legal_knows_other_hands(rules: Rules) -> Rules:
    """Leaks: no legal play where the next seat could beat everything."""

    def legal(state: DoudizhuState, seat: int) -> Legal:
        legal_moves = rules.legal(state, seat)
        strong = "B" in state.own[seat - 1].hand
        return legal_moves if not legal_moves.contains(Pass()) or not strong else Legal(legal_moves.sets[:1])

    return leaky(legal=legal)


def _refusal_knows_hands(rules: Rules) -> Rules:
    """Leaks: a seat that isn't asked gets another answer if the seat to move holds a big joker."""

    def apply(state: DoudizhuState, seat: int, move: Any) -> Any:
        turn = state.public.turn
        if turn is not None and seat != turn and "B" in state.own[turn].hand:
            raise IllegalMoveError("beware")
        return rules.apply(state, seat, move)

    return leaky(apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "all see the kitty": _all_see_the_kitty,
    "a seat knows the kitty": _a_seat_knows_the_kitty,
    "bombs left are the bombs held": _bombs_left_are_the_bombs_held,
    "forced passes are told": _forced_passes_are_told,
    "legal knows other hands": _legal_knows_other_hands,
    "refusal knows hands": _refusal_knows_hands,
}
