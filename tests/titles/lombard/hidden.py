"""What Lombard Hold'em hides, from the rules sheet's table of hidden information (section 7)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.chance import Rng
from games.engine.contract import Rules, Told
from games.engine.errors import IllegalMove
from games.engine.legal import Choice, Legal
from games.titles.lombard import rules as honest
from games.titles.lombard.moves import Double, Fold
from games.titles.lombard.state import State


def is_open(state: State, seat: int, at: int) -> bool:
    """Whether everybody may see that hole card: opened by a CALL, or at the showdown by a seat that had not folded."""
    return state.opened[seat] == at or (state.shown and state.actions[seat] != "fold")


def reshuffle(state: State, seat: int | None, rng: Rng) -> State:
    """A world in which the deck and all hole cards that `seat` has not seen are dealt otherwise."""
    places = [(i, at) for i, hole in enumerate(state.holes) for at in range(len(hole))]
    hidden = [(i, at) for i, at in places if i != seat and not is_open(state, i, at)]
    cards = list(rng.shuffled([*state.deck, *(state.holes[i][at] for i, at in hidden)]))
    holes = [list(hole) for hole in state.holes]
    for i, at in hidden:
        holes[i][at] = cards.pop()
    return replace(state, holes=tuple(map(tuple, holes)), deck=tuple(cards))


def may_differ(told: Told) -> bool:
    """A hole card opened by its owner, further community cards and a showdown come out of what was hidden."""
    return told.what.type in ("called", "community-opened", "hand-shown")


class Leaky:
    """The title's rules with some functions replaced."""

    def __init__(self, **replaced: Callable[..., Any]) -> None:
        self.__dict__ |= {name: getattr(honest, name) for name in honest.__all__} | replaced


def _view_counts_princes(rules: Rules) -> Rules:
    """The public part depends on the hole cards of all."""

    def view(state: State, seat: int | None) -> Any:
        seen: Any = rules.view(state, seat)
        princes = sum(card[0] == "P" for hole in state.holes for card in hole)
        return replace(seen, public=replace(seen.public, supplied=state.supplied + princes))

    return Leaky(view=view)


def _view_shows_folded_cards(rules: Rules) -> Rules:
    """A showdown opens the folded hands too."""

    def view(state: State, seat: int | None) -> Any:
        told_of = replace(state, actions=("call",) * state.seats) if state.shown else state
        folded = {i for i, action in enumerate(state.actions) if action == "fold"}
        seen: Any = rules.view(state, seat)
        bared: Any = rules.view(told_of, seat)
        places = tuple(
            replace(place, hole=bared.public.places[i].hole) if i in folded else place
            for i, place in enumerate(seen.public.places)
        )
        return replace(seen, public=replace(seen.public, places=places))

    return Leaky(view=view)


def _legal_knows_the_next_card(rules: Rules) -> Rules:
    """No DOUBLE when the next community card is a knight."""

    def legal(state: State, seat: int) -> Legal:
        given = rules.legal(state, seat)
        if not given or state.deck[0][0] != "K":
            return given
        (choice,) = given.sets
        assert isinstance(choice, Choice)
        return Legal((Choice(tuple(move for move in choice.moves if move != Double())),))

    return Leaky(legal=legal)


def _refusal_knows_hands(rules: Rules) -> Rules:
    """Who is not asked gets another answer if somebody else holds the prince 8."""

    def apply(state: State, seat: int, move: Any) -> Any:
        holder = next((i for i, hole in enumerate(state.holes) if "P8" in hole), None)
        if isinstance(move, Fold) and seat != state.turn and holder not in (None, seat):
            raise IllegalMove("somebody-is-strong")
        return rules.apply(state, seat, move)

    return Leaky(apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "view counts princes": _view_counts_princes,
    "view shows folded cards": _view_shows_folded_cards,
    "legal knows the next card": _legal_knows_the_next_card,
    "refusal knows hands": _refusal_knows_hands,
}
