"""What GET9! hides, after the rules sheet's table of hidden information. Uses neither the view nor imagine."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.chance import Rng
from games.engine.contract import Rules, Step, Told, everybody
from games.engine.errors import IllegalMove
from games.engine.legal import Choice, Legal
from games.titles.get9 import rules as honest
from games.titles.get9.cards import DECK
from games.titles.get9.happenings import Chosen
from games.titles.get9.parts import Cards, Piles
from games.titles.get9.state import State


def reshuffle(state: State, seat: int | None, rng: Rng) -> State:
    """Lays anew what `seat` has not seen: the others' closed cards and secret choices, the dealer's closed cards."""
    splits, picks = list(state.splits), list(state.picks)
    for other in range(state.seats):
        if other == seat or not splits[other]:
            continue
        splits[other] = tuple(map(sorted_cards, relaid(splits[other], seen_of(state, other), rng)))
        if len(picks[other]) > len(state.rounds):  # chosen, but not opened yet
            picks[other] = (*picks[other][:-1], rng.choice(splits[other][state.round - 1]))
    dealer = relaid(state.dealer, seen_of_dealer(state), rng) if state.dealer else ()
    return replace(state, splits=tuple(splits), picks=tuple(picks), dealer=dealer)


def sorted_cards(pile: Cards) -> Cards:
    return tuple(sorted(pile))


def seen_of(state: State, seat: int) -> set[str]:
    """Played cards, and the other two where the player scored."""
    seen = {opened.played[seat] for opened in state.rounds}
    return seen | {card for opened in state.rounds if opened.others for card in opened.others[seat]}


def seen_of_dealer(state: State) -> set[str]:
    return {opened.dealer for opened in state.rounds} | {c for opened in state.rounds for c in opened.dealer_others}


def relaid(piles: Piles, seen: set[str], rng: Rng) -> Piles:
    """The piles with all unseen cards exchanged among their places."""
    closed = iter(rng.shuffled([card for card in DECK if card not in seen]))
    return tuple(tuple(card if card in seen else next(closed) for card in pile) for pile in piles)


def may_differ(told: Told) -> bool:
    """Cards played, opened by the dealer, or opened by who scored come out of what was hidden."""
    return told.what.type in ("played", "dealer-opened", "scored", "dealer-scored")


class Leaky:
    """The title's rules with some functions replaced."""

    def __init__(self, **replaced: Callable[..., Any]) -> None:
        self.__dict__ |= {name: getattr(honest, name) for name in honest.__all__} | replaced


def _view_adds_up_the_dealers_pile(rules: Rules) -> Rules:
    """The public part depends on the dealer's closed cards."""

    def view(state: State, seat: int | None) -> Any:
        seen: Any = rules.view(state, seat)
        closed = sum(map(int, state.dealer[state.round - 1])) if state.round else 0
        return replace(seen, public=replace(seen.public, dealer_points=seen.public.dealer_points + closed))

    return Leaky(view=view)


def _view_opens_unscored_cards(rules: Rules) -> Rules:
    """Who has not beaten the dealer opens his other two all the same."""

    def view(state: State, seat: int | None) -> Any:
        seen: Any = rules.view(state, seat)
        bared = tuple(
            replace(opened, others=tuple(pile[number] if pile else () for pile in state.splits))
            for number, opened in enumerate(state.rounds)
        )
        return replace(seen, public=replace(seen.public, rounds=bared))

    return Leaky(view=view)


def _legal_knows_the_next_pile(rules: Rules) -> Rules:
    """No CALL for nothing when somebody else holds the 9 in a later pile."""

    def legal(state: State, seat: int) -> Legal:
        given = rules.legal(state, seat)
        strong = any("9" in pile[-1] for other, pile in enumerate(state.splits) if pile and other != seat)
        if not given or state.phase != "bet" or not strong or not isinstance(given.sets[0], Choice):
            return given
        return Legal((Choice(given.sets[0].moves[-1:]), *given.sets[1:]))

    return Leaky(legal=legal)


def _refusal_names_a_secret_choice(rules: Rules) -> Rules:
    """An error that tells whether somebody has chosen a high card."""

    def apply(state: State, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMove as refused:
            high = sum(max(cards, default="") > "6" for other, cards in enumerate(state.picks) if other != seat)
            raise IllegalMove(refused.code, {**refused.params, "high": high}) from refused

    return Leaky(apply=apply)


def _a_nod_for_a_high_card(rules: Rules) -> Rules:
    """Says "chosen" twice for a card above 6."""

    def apply(state: State, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        more = (everybody(Chosen(seat)),) if getattr(move, "card", "") > "6" else ()
        return Step(step.state, (*step.happenings, *more))

    return Leaky(apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "view adds up the dealer's pile": _view_adds_up_the_dealers_pile,
    "view opens unscored cards": _view_opens_unscored_cards,
    "legal knows the next pile": _legal_knows_the_next_pile,
    "refusal names a secret choice": _refusal_names_a_secret_choice,
    "a nod for a high card": _a_nod_for_a_high_card,
}
