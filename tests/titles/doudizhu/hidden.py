"""What Dou Dizhu hides, from the rules sheet's table of hidden information (section 6)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.chance import Rng
from games.engine.contract import Rules, Step, Told
from games.engine.errors import IllegalMove
from games.engine.legal import Legal
from games.titles.doudizhu import rules as honest
from games.titles.doudizhu.moves import Pass
from games.titles.doudizhu.ranks import Cards, in_order
from games.titles.doudizhu.state import State


def reshuffle(state: State, seat: int | None, rng: Rng) -> State:
    """A world in which all cards that `seat` has not seen lie otherwise: others' hands, and the kitty."""
    if not any(state.hands):
        return state
    kitty_seen = state.landlord is not None and (
        state.options.show_kitty or (seat == state.landlord and state.options.kitty_to_landlord)
    )
    in_hand = state.landlord is not None and state.options.kitty_to_landlord
    kept = [_kept(state, i, kitty_seen and in_hand) if i != seat else state.hands[i] for i in range(4)]
    if state.phase == "payment":
        kept = list(state.hands)
    hidden = Counter([*state.hands[0], *state.hands[1], *state.hands[2], *state.hands[3]])
    for cards in kept:
        hidden.subtract(cards)
    if not in_hand and not kitty_seen:
        hidden.update(state.kitty)
    pool = list(rng.shuffled(sorted(hidden.elements())))
    hands = tuple(
        in_order([*cards, *(pool.pop() for _ in range(len(state.hands[i]) - len(cards)))])
        for i, cards in enumerate(kept)
    )
    kitty = state.kitty
    if not kitty_seen:
        kitty = _other_kitty(state, hands, rng) if in_hand else in_order(pool)
    return replace(state, hands=hands, kitty=kitty)


def _kept(state: State, seat: int, with_kitty: bool) -> Cards:
    """What everybody knows that a seat still holds: the face-up card and an open kitty, until played."""
    known: Counter[str] = Counter()
    if seat == state.starter:
        known[state.face_up] += 1
    if with_kitty and seat == state.landlord:
        known.update(state.kitty)
    return tuple((known - Counter(state.played[seat])).elements())


def _other_kitty(state: State, hands: tuple[Cards, ...], rng: Rng) -> Cards:
    """The landlord took eight of the cards he holds or has played; the face-up card was not among them."""
    assert state.landlord is not None
    cards = list(hands[state.landlord] + state.played[state.landlord])
    if state.landlord == state.starter:
        cards.remove(state.face_up)
    return in_order(rng.shuffled(cards)[:8])


def may_differ(told: Told) -> bool:
    """The face-up card, what is played, a kitty turned up or taken and the hands at the end come out of the hidden."""
    return told.what.type in ("face-up", "played", "kitty-shown", "kitty-seen", "hand-shown")


class Leaky:
    """The title's rules with some functions replaced."""

    def __init__(self, **replaced: Callable[..., Any]) -> None:
        self.__dict__ |= {name: getattr(honest, name) for name in honest.__all__} | replaced


def _view_counts_jokers(rules: Rules) -> Rules:
    """The public part depends on the hands of all."""

    def view(state: State, seat: int | None) -> Any:
        seen: Any = rules.view(state, seat)
        jokers = sum(card in "sB" for card in state.hands[0])
        return replace(seen, public=replace(seen.public, rate=state.rate + jokers))

    return Leaky(view=view)


def _view_shows_the_kitty(rules: Rules) -> Rules:
    """Everybody sees what the landlord takes."""

    def view(state: State, seat: int | None) -> Any:
        seen: Any = rules.view(state, seat)
        return replace(seen, public=replace(seen.public, kitty=state.kitty))

    return Leaky(view=view)


def _forced_passes_are_told(rules: Rules) -> Rules:
    """Who can't beat the trick passes with a sigh, which tells that he holds no bomb."""

    def apply(state: State, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        stuck = isinstance(move, Pass) and len(rules.legal(state, seat).sets) == 1
        return Step(step.state, step.happenings * 2) if stuck else step

    return Leaky(apply=apply)


def _legal_knows_other_hands(rules: Rules) -> Rules:
    """Nothing to play where the next seat could beat everything."""

    def legal(state: State, seat: int) -> Legal:
        given = rules.legal(state, seat)
        strong = "B" in state.hands[seat - 1]
        return given if not given.contains(Pass()) or not strong else Legal(given.sets[:1])

    return Leaky(legal=legal)


def _refusal_knows_hands(rules: Rules) -> Rules:
    """Who is not asked gets another answer if the seat that is holds a big joker."""

    def apply(state: State, seat: int, move: Any) -> Any:
        turn = state.turn
        if turn is not None and seat != turn and "B" in state.hands[turn]:
            raise IllegalMove("beware")
        return rules.apply(state, seat, move)

    return Leaky(apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "view counts jokers": _view_counts_jokers,
    "view shows the kitty": _view_shows_the_kitty,
    "forced passes are told": _forced_passes_are_told,
    "legal knows other hands": _legal_knows_other_hands,
    "refusal knows hands": _refusal_knows_hands,
}
