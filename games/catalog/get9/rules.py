"""The rules of GET9!: decisions and their effects.

House steps are in `house`, betting in `betting`, the end of a match in `payment`.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.get9 import betting, house
from games.catalog.get9.cards import DECK, sort_cards
from games.catalog.get9.happenings import CardChosen, Chosen, Happening, SplitDone, SplitMade
from games.catalog.get9.moves import Check, Choose, Fold, Move, Open, Split
from games.catalog.get9.state import Get9State, make_idle_state
from games.catalog.get9.types import Options
from games.catalog.get9.view import Own, Public
from games.engine.errors import IllegalMoveError
from games.engine.game import Chance, Standing, State, Step, Value, to_everyone, to_seats
from games.engine.illegal_moves import get_generic_error
from games.engine.legal_moves import Arrange, Choice, Legal
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import require_exact_types
from games.kit.seats import rank_by_score, replace_at
from games.kit.transitions import public_step

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

SHAPE = (3, 3, 3)

advance = house.advance


def setup(options: Mapping[str, Value], seats: int) -> Get9State:
    """Set up a table before its first match; seat 0 has the start button (rules sheet, 1)."""
    fixed = from_json(Options, dict(options))
    return make_idle_state(fixed, (fixed.start_chips,) * seats)


def waiting_on(state: Get9State) -> frozenset[int]:
    """Return everyone who has to split or choose, then one after the other to bet."""
    public = state.public
    return frozenset(public.choosing if public.turn is None else (public.turn,))


def over(state: Get9State) -> bool:
    return state.public.phase == "over"


def legal(state: Get9State, seat: int) -> Legal[Move]:
    """Return a split into three piles of three, a card of this round's pile, or the bets (rules sheet, 3.1 to 3.3).

    A seat that has split may already choose the first card, or replace one it has filed.
    """
    public = state.public
    if public.phase == "bet":
        return betting.legal_bets(public, seat) if seat == public.turn else Legal()
    if public.phase not in ("split", "choose") or seat not in public.contenders or public.chosen[seat]:
        return Legal()
    if not public.split[seat]:
        return Legal((Arrange(Split, "piles", DECK, SHAPE, first="card"),))
    return Legal((Choice(tuple(Choose(card) for card in state.own[seat].piles[public.round - 1])),))


def apply(state: Get9State, seat: int, move: Move) -> Step[Get9State, Happening]:
    """Apply a move. Raises IllegalMoveError with the reason, InvalidPayloadError for data that is not a move."""
    require_exact_types(move)
    allowed = legal(state, seat)
    if not allowed.contains(move):
        raise get_move_error(state.public, seat, move, allowed)
    match move:
        case Split(piles, card):
            return _split(state, seat, Own(tuple(map(sort_cards, piles)), filed=card))
        case Choose(card):
            return _choose(state, seat, card)
        case _:
            public, happening = betting.place_bet(state.public, seat, move)
            return public_step(state, public, happening)


def _split(state: Get9State, seat: int, own_part: Own) -> Step[Get9State, Happening]:
    public = replace(state.public, split=replace_at(state.public.split, seat, True))
    happenings = to_everyone(SplitDone(seat)), to_seats(seat, SplitMade(seat, own_part.piles))
    return Step(State(public, replace_at(state.own, seat, own_part), state.hidden), happenings)


def _choose(state: Get9State, seat: int, card: str) -> Step[Get9State, Happening]:
    public = replace(state.public, chosen=replace_at(state.public.chosen, seat, True))
    own_parts = replace_at(state.own, seat, replace(state.own[seat], picks=(*state.own[seat].picks, card), filed=""))
    return Step(
        State(public, own_parts, state.hidden), (to_everyone(Chosen(seat)), to_seats(seat, CardChosen(seat, card)))
    )


def safe_move(state: Get9State, seat: int, chance: Chance) -> Move:
    """Split at random, choose the highest card, open with 1, rest if it is free, otherwise fold (sheet, 6)."""
    public = state.public
    if public.phase == "split" and not public.split[seat]:
        cards = chance.shuffled(f"match/{public.match}/split/{seat}", DECK)
        return Split(tuple(sort_cards(cards[at : at + 3]) for at in (0, 3, 6)))
    if public.phase in ("split", "choose"):
        return Choose(state.own[seat].filed or max(state.own[seat].piles[public.round - 1]))
    if betting.is_opening_due(public):
        return Open(1)
    return Fold() if public.owed[seat] else Check()


def standing(state: Get9State) -> Standing:
    """Rank by chips; ties share a place (rules sheet, 5)."""
    return rank_by_score(state.public.chips, is_over=over(state))


# --- reasons for refusing a move, where the rules add to the generic ones; they reveal nothing the seat doesn't know


def get_move_error(public: Public, seat: int, move: Move, legal: Legal[Move]) -> IllegalMoveError:
    """Return the error with a code of the refusal templates, and its numbers."""
    if public.phase != "over" and public.statuses[seat] in ("folded", "out"):
        return IllegalMoveError("not-in-match")
    error = None
    if public.phase in ("split", "choose"):
        error = _get_choice_error(public, seat, move)
    elif legal and legal.of(move.type) is None:
        error = betting.get_bet_error(public, seat, move)
    return error or get_generic_error(legal, move, is_over=public.phase == "over")


def _get_choice_error(public: Public, seat: int, move: Move) -> IllegalMoveError | None:
    match move:
        case Split():
            return IllegalMoveError("already-split") if public.split[seat] else None
        case Choose() if not public.split[seat]:
            return IllegalMoveError("split-first")
        case Choose():
            return IllegalMoveError("already-chosen") if public.chosen[seat] else None
    return IllegalMoveError("cards-first")
