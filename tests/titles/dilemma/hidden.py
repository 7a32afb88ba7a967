"""What Dilemma Hold'em hides, from the rules sheet's table of hidden information (section 10)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.chance import Rng
from games.engine.contract import Rules, Step, Told
from games.engine.errors import IllegalMove
from games.engine.legal import Choice, Legal
from games.titles.dilemma import rules as honest
from games.titles.dilemma.state import State


def reshuffle(state: State, seat: int | None, rng: Rng) -> State:
    """A world in which the deck and all hole cards that `seat` has not seen are dealt otherwise.

    Everybody sees the live hands at an all-in without further betting and at the showdown, nobody ever a folded one.
    """
    hidden = [i for i, lives in enumerate(state.betting.live) if i != seat and not (state.opened and lives)]
    places = [(i, at) for i in hidden for at in range(len(state.holes[i]))]
    cards = list(rng.shuffled([*state.deck, *(state.holes[i][at] for i, at in places)]))
    holes = [list(hole) for hole in state.holes]
    for i, at in places:
        holes[i][at] = cards.pop()
    return replace(state, holes=tuple(map(tuple, holes)), deck=tuple(cards))


def may_differ(told: Told) -> bool:
    """Community cards and opened hands come out of what was hidden."""
    return told.what.type in ("community-opened", "hole-opened", "hand-shown")


class Leaky:
    """The title's rules with some functions replaced."""

    def __init__(self, **replaced: Callable[..., Any]) -> None:
        self.__dict__ |= {name: getattr(honest, name) for name in honest.__all__} | replaced


def _view_shows_folded_cards(rules: Rules) -> Rules:
    """A showdown opens the folded hands too."""

    def view(state: State, seat: int | None) -> Any:
        seen: Any = rules.view(state, seat)
        return replace(seen, public=replace(seen.public, holes=state.holes)) if state.opened else seen

    return Leaky(view=view)


def _view_shows_a_winner_by_folds(rules: Rules) -> Rules:
    """Who wins because all others folded shows a card."""

    def view(state: State, seat: int | None) -> Any:
        seen: Any = rules.view(state, seat)
        if state.opened or state.phase not in ("payment", "blinds") or not any(state.holes):
            return seen
        holes = tuple(
            (cards[0], None) if lives else shown
            for cards, lives, shown in zip(state.holes, state.betting.live, seen.public.holes, strict=True)
        )
        return replace(seen, public=replace(seen.public, holes=holes))

    return Leaky(view=view)


def _no_all_in_with_a_bad_hand(rules: Rules) -> Rules:
    """The flop decides, before it lies there, who may go all-in."""

    def legal(state: State, seat: int) -> Legal:
        given = rules.legal(state, seat)
        if not given or state.board or state.deck[0][0] != "G":
            return given
        choice = given.sets[0]
        assert isinstance(choice, Choice)
        return Legal((Choice(tuple(move for move in choice.moves if move.type != "all-in")), *given.sets[1:]))

    return Leaky(legal=legal)


def _refusal_knows_hands(rules: Rules) -> Rules:
    """Who is not asked gets another answer if the next seat holds a 10."""

    def apply(state: State, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMove as refused:
            next_hole = state.holes[(seat + 1) % state.seats]
            strong = not state.opened and any(card.endswith("10") for card in next_hole)
            raise IllegalMove("somebody-is-strong" if strong else refused.code, refused.params) from refused

    return Leaky(apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "view shows folded cards": _view_shows_folded_cards,
    "view shows a winner by folds": _view_shows_a_winner_by_folds,
    "no all-in with a bad hand": _no_all_in_with_a_bad_hand,
    "refusal knows hands": _refusal_knows_hands,
}
