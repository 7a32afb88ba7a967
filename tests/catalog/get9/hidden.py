"""What GET9! hides, after the rules sheet's table of hidden information. Uses neither the view nor imagine."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from games.catalog.get9.cards import DECK
from games.catalog.get9.happenings import Chosen
from games.catalog.get9.state import Get9State, Hidden
from games.catalog.get9.types import Cards, Piles
from games.catalog.get9.view import Own
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.game import AddressedHappening, Rules, Step, to_everyone
from games.engine.legal_moves import Choice, Legal
from games.engine.state import State
from tests.catalog.states import but


def reshuffle(state: Get9State, seat: int | None, rng: Rng) -> Get9State:
    """Lay again what `seat` has not seen: the others' closed cards and secret choices, the dealer's closed cards."""
    public, privates = state.public, list(state.own)
    for other, (old, picks) in enumerate((private.piles, private.picks) for private in state.own):
        if other == seat or not old:
            continue
        piles = tuple(map(sorted_cards, relaid(old, seen_of(state, other), rng)))
        if len(picks) > len(public.rounds):  # chosen, but not opened yet
            picks = (*picks[:-1], rng.choice(piles[public.round - 1]))
        filing = public.phase == "split" and not picks  # may have filed a card with the split, or not
        privates[other] = Own(piles, picks, rng.choice(("", *piles[0])) if filing else "")
    dealer = relaid(state.hidden.dealer, seen_of_dealer(state), rng)
    return State(public, tuple(privates), Hidden(dealer))


def sorted_cards(pile: Cards) -> Cards:
    return tuple(sorted(pile))


def seen_of(state: Get9State, seat: int) -> set[str]:
    """Played cards, and the other two where the player scored."""
    played_cards = {opened.played[seat] for opened in state.public.rounds}
    return played_cards | {card for opened in state.public.rounds if opened.others for card in opened.others[seat]}


def seen_of_dealer(state: Get9State) -> set[str]:
    """The second card of each pile, and the other two where the dealer scored."""
    return {card for opened in state.public.rounds for card in (opened.dealer, *opened.dealer_others)}


def relaid(piles: Piles, seen_cards: set[str], rng: Rng) -> Piles:
    """The piles with all unseen cards exchanged among their places."""
    closed = iter(rng.shuffled([card for card in DECK if card not in seen_cards]))
    return tuple(tuple(card if card in seen_cards else next(closed) for card in pile) for pile in piles)


def may_differ(addressed: AddressedHappening) -> bool:
    """The choices, played cards, and cards opened by the dealer or by scoring players come out of the hidden cards."""
    return addressed.happening.type in ("choice-began", "played", "dealer-opened", "scored", "dealer-scored")


def _with(rules: Rules, **changed: Any) -> Rules:
    names = ("setup", "waiting_on", "over", "legal", "apply", "advance", "safe_move", "standing")
    return cast(Rules, SimpleNamespace(**{name: getattr(rules, name) for name in names} | changed))


def _after_house(rules: Rules, change: Callable[[Any], Any]) -> Rules:
    """The rules with every state changed that a house step leads to."""

    def advance(state: Any, chance: Any) -> Step | None:
        step = rules.advance(state, chance)
        return step and replace(step, state=change(step.state))

    return _with(rules, advance=advance)


def the_dealers_pile_in_public(rules: Rules) -> Rules:
    """The dealer's points are known before its card is opened."""

    def change(state: Any) -> Any:
        if state.public.phase != "dealer":
            return state
        *before, opened = state.public.rounds
        points = sum(map(int, state.hidden.dealer[state.public.round - 1]))
        return but(state, rounds=(*before, replace(opened, dealer_points=points)))

    return _after_house(rules, change)


def a_filed_card_shown_at_once(rules: Rules) -> Rules:
    """Leaks: a card chosen with the split is shown as chosen although others still split."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        filed = [bool(private.filed) for private in step.state.own]
        return replace(step, state=but(step.state, acted=tuple(filed)))

    return _with(rules, apply=apply)


def unscored_cards_in_public(rules: Rules) -> Rules:
    """Leaks: a player who has not beaten the dealer opens the other two cards all the same."""

    def change(state: Any) -> Any:
        bared = tuple(
            replace(opened, others=tuple(private.piles[number] if private.piles else () for private in state.own))
            for number, opened in enumerate(state.public.rounds)
        )
        return but(state, rounds=bared)

    return _after_house(rules, change)


def the_dealers_pile_in_ones_own(rules: Rules) -> Rules:
    """Leaks: a split is returned upside down when the dealer's first pile holds the 9."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        if move.type != "split" or "9" not in state.hidden.dealer[0]:
            return step
        piles = [private.piles for private in step.state.own]
        piles[seat] = tuple(pile[::-1] for pile in piles[seat])
        return replace(step, state=but(step.state, piles=tuple(piles)))

    return _with(rules, apply=apply)


def a_secret_choice_in_anothers_own(rules: Rules) -> Rules:
    """The seat to the left knows the card that a seat has chosen."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        if move.type != "choose":
            return step
        next_seat = (seat + 1) % len(state.own)
        picks = [private.picks for private in step.state.own]
        picks[next_seat] = (*picks[next_seat], move.card)
        return replace(step, state=but(step.state, picks=tuple(picks)))

    return _with(rules, apply=apply)


def no_free_call_against_a_later_nine(rules: Rules) -> Rules:
    """Leaks: no CALL for nothing when another player holds the 9 in the last pile."""

    def legal(state: Any, seat: int) -> Legal:
        legal_moves = rules.legal(state, seat)
        strong = any(
            "9" in private.piles[-1] for other, private in enumerate(state.own) if private.piles and other != seat
        )
        if not legal_moves or state.public.phase != "bet" or not strong or not isinstance(legal_moves.sets[0], Choice):
            return legal_moves
        return Legal((Choice(legal_moves.sets[0].moves[-1:]), *legal_moves.sets[1:]))

    return _with(rules, legal=legal)


def refusal_with_a_secret_choice(rules: Rules) -> Rules:
    """Leaks: an error shows whether a player has chosen a high card."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        try:
            return rules.apply(state, seat, move)
        except IllegalMoveError as refused:
            high = sum(max(private.picks, default="") > "6" for other, private in enumerate(state.own) if other != seat)
            raise IllegalMoveError(refused.code, {**refused.params, "high": high}) from refused

    return _with(rules, apply=apply)


def a_nod_for_a_high_card(rules: Rules) -> Rules:
    """Says "chosen" twice for a card above 6."""

    def apply(state: Any, seat: int, move: Any) -> Step:
        step = rules.apply(state, seat, move)
        extra = (to_everyone(Chosen(seat)),) if getattr(move, "card", "") > "6" else ()
        return Step(step.state, (*step.happenings, *extra))

    return _with(rules, apply=apply)


LEAKS: dict[str, Callable[[Rules], Rules]] = {
    "the dealer's pile in public": the_dealers_pile_in_public,
    "a filed card shown at once": a_filed_card_shown_at_once,
    "unscored cards in public": unscored_cards_in_public,
    "the dealer's pile in one's own": the_dealers_pile_in_ones_own,
    "a secret choice in another's own": a_secret_choice_in_anothers_own,
    "no free call against a later nine": no_free_call_against_a_later_nine,
    "refusal with a secret choice": refusal_with_a_secret_choice,
    "a nod for a high card": a_nod_for_a_high_card,
}
