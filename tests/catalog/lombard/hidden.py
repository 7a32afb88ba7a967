"""What Lombard Hold'em hides, from the rules sheet's table of hidden information (section 7)."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.catalog.lombard import rules as honest
from games.catalog.lombard.moves import Double, Fold
from games.catalog.lombard.state import LombardState
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.game import AddressedHappening, Rules
from games.engine.legal_moves import Choice, Legal
from games.kit.seats import replace_at
from tests.catalog.states import but


def is_open(state: LombardState, seat: int, at: int) -> bool:
    """Return whether that hole card is public: opened by a CALL, or at the showdown by a seat that had not folded."""
    return state.public.opened[seat] == at or (state.public.shown and state.public.actions[seat] != "fold")


def reshuffle(state: LombardState, seat: int | None, rng: Rng) -> LombardState:
    """A world in which the deck and all hole cards that `seat` has not seen are dealt otherwise."""
    places = [(i, at) for i, private in enumerate(state.own) for at in range(len(private.cards))]
    hidden = [(i, at) for i, at in places if i != seat and not is_open(state, i, at)]
    cards = list(rng.shuffled([*state.hidden.deck, *(state.own[i].cards[at] for i, at in hidden)]))
    holes = [list(private.cards) for private in state.own]
    for i, at in hidden:
        holes[i][at] = cards.pop()
    return but(state, cards=tuple(map(tuple, holes)), deck=tuple(cards))


def may_differ(addressed: AddressedHappening) -> bool:
    """A hole card opened by its owner, further community cards and a showdown come out of the hidden cards."""
    return addressed.happening.type in ("called", "community-opened", "hand-shown")


def leaky(**replaced: Callable[..., Any]) -> Rules:
    """The title's rules with some functions replaced."""
    functions = {name: getattr(honest, name) for name in honest.__all__} | replaced
    return cast(Rules, SimpleNamespace(**functions))


def _public_counts_princes(rules: Rules) -> Rules:
    """Leaks: public information after a turn depends on all hole cards."""

    def apply(state: LombardState, seat: int, move: Any) -> Any:
        step = rules.apply(state, seat, move)
        princes = sum(card[0] == "P" for private in state.own for card in private.cards)
        return replace(step, state=but(step.state, supplied=step.state.public.supplied + princes))

    return leaky(apply=apply)


def _showdown_opens_folded_cards(rules: Rules) -> Rules:
    """A showdown opens the folded hands too."""

    def advance(state: LombardState, chance: Any) -> Any:
        step = rules.advance(state, chance)
        if step is None or state.public.phase != "showdown":
            return step
        return replace(step, state=but(step.state, holes=tuple(private.cards for private in state.own)))

    return leaky(advance=advance)


def _who_calls_sees_the_next_seats_cards(rules: Rules) -> Rules:
    """A seat's own knowledge takes in another's."""

    def apply(state: LombardState, seat: int, move: Any) -> Any:
        step = rules.apply(state, seat, move)
        if move.type != "call":
            return step
        peeked = state.own[(seat + 1) % len(state.own)]
        return replace(step, state=replace(step.state, own=replace_at(step.state.own, seat, peeked)))

    return leaky(apply=apply)


def _legal_knows_the_next_card(rules: Rules) -> Rules:
    """No DOUBLE when the next community card is a knight."""

    def legal(state: LombardState, seat: int) -> Legal:
        legal_moves = rules.legal(state, seat)
        if not legal_moves or state.hidden.deck[0][0] != "K":
            return legal_moves
        (choice,) = legal_moves.sets
        assert isinstance(choice, Choice)
        return Legal((Choice(tuple(move for move in choice.moves if move != Double())),))

    return leaky(legal=legal)


def _refusal_knows_hands(rules: Rules) -> Rules:
    """Leaks: a seat that isn't asked gets another answer if another player holds the prince 8."""

    def apply(state: LombardState, seat: int, move: Any) -> Any:
        holder = next((i for i, private in enumerate(state.own) if "P8" in private.cards), None)
        if isinstance(move, Fold) and seat != state.public.turn and holder not in (None, seat):
            raise IllegalMoveError("somebody-is-strong")
        return rules.apply(state, seat, move)

    return leaky(apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "public counts princes": _public_counts_princes,
    "showdown opens folded cards": _showdown_opens_folded_cards,
    "who calls sees the next seat's cards": _who_calls_sees_the_next_seats_cards,
    "legal knows the next card": _legal_knows_the_next_card,
    "refusal knows hands": _refusal_knows_hands,
}
