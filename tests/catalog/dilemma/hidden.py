"""What Dilemma Hold'em hides, from the rules sheet's table of hidden information (section 10)."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.catalog.dilemma.state import DilemmaState, Hidden
from games.catalog.dilemma.view import Own
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.game import AddressedHappening, Rules, Step
from games.engine.legal_moves import Choice, Legal
from games.engine.state import State
from games.kit.seats import replace_at


def reshuffle(state: DilemmaState, seat: int | None, rng: Rng) -> DilemmaState:
    """Return a world in which the deck and all hole cards `seat` has not seen are dealt differently.

    Everyone sees the live hands at an all-in without further betting and at the showdown, and never a folded one.
    """
    public, privates = state.public, list(state.own)
    hidden = [i for i, lives in enumerate(public.betting.live) if i != seat and not (public.opened and lives)]
    cards = list(rng.shuffled([*state.hidden.deck, *(card for i in hidden for card in privates[i].cards)]))
    for i in hidden:
        privates[i] = Own(tuple(cards.pop() for _ in privates[i].cards))
    return State(public, tuple(privates), Hidden(tuple(cards)))


def may_differ(addressed: AddressedHappening) -> bool:
    """Community cards and opened hands come out of the hidden cards."""
    return addressed.happening.type in ("community-opened", "hole-opened", "hand-shown")


def _with(rules: Rules, **changed: Any) -> Rules:
    names = ("setup", "waiting_on", "over", "legal", "apply", "advance", "safe_move", "standing")
    return cast(Rules, SimpleNamespace(**{name: getattr(rules, name) for name in names} | changed))


def _opening(rules: Rules, phase: str, opened: Callable[[Any], Any]) -> Rules:
    """Rules whose step in a phase opens cards in public."""

    def advance(state: Any, chance: Any) -> Step | None:
        step = rules.advance(state, chance)
        if step is None or state.public.phase != phase:
            return step
        return replace(step, state=replace(step.state, public=replace(step.state.public, opened=opened(state))))

    return _with(rules, advance=advance)


def folded_hands_are_opened(rules: Rules) -> Rules:
    """A showdown opens the folded hands too."""
    return _opening(rules, "showdown", lambda state: tuple(private.cards for private in state.own))


def a_winner_by_folds_shows_a_card(rules: Rules) -> Rules:
    """As soon as all others have folded."""

    def opened(state: Any) -> Any:
        live = state.public.betting.live
        shown_cards = tuple(private.cards[:1] if lives else () for private, lives in zip(state.own, live, strict=True))
        return state.public.opened or shown_cards

    return _opening(rules, "payment", opened)


def who_folds_shows_the_next_seat_a_card(rules: Rules) -> Rules:
    """It takes the place of one that the neighbour has."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        other = (seat + 1) % state.public.seats
        knows = Own(state.own[other].cards[:1] + state.own[seat].cards[:1])
        after = replace(step.state, own=replace_at(step.state.own, other, knows))
        return replace(step, state=after) if move.type == "fold" and state.public.betting.live[other] else step

    return _with(rules, apply=apply)


def no_all_in_with_a_bad_flop(rules: Rules) -> Rules:
    """The flop decides, before it lies there, who may go all-in."""

    def legal(state: Any, seat: int) -> Legal:
        legal_moves = rules.legal(state, seat)
        if not legal_moves or state.public.board or state.hidden.deck[0][0] != "G":
            return legal_moves
        choice = legal_moves.sets[0]
        assert isinstance(choice, Choice)
        return Legal((Choice(tuple(move for move in choice.moves if move.type != "all-in")), *legal_moves.sets[1:]))

    return _with(rules, legal=legal)


def a_refusal_knows_hands(rules: Rules) -> Rules:
    """Leaks: a seat that isn't asked gets another answer if the next seat holds a 10."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMoveError as refused:
            following = state.own[(seat + 1) % state.public.seats]
            strong = not state.public.opened and any(card.endswith("10") for card in following.cards)
            raise IllegalMoveError("somebody-is-strong" if strong else refused.code, refused.params) from refused

    return _with(rules, apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "folded hands are opened": folded_hands_are_opened,
    "a winner by folds shows a card": a_winner_by_folds_shows_a_card,
    "who folds shows the next seat a card": who_folds_shows_the_next_seat_a_card,
    "no all-in with a bad flop": no_all_in_with_a_bad_flop,
    "a refusal knows hands": a_refusal_knows_hands,
}
