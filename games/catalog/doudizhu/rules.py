"""The rules of four-player Dou Dizhu: decisions and their effects. House steps are in `house`.

Section numbers refer to the rules sheet.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.doudizhu import house
from games.catalog.doudizhu.combos import flaw, shape
from games.catalog.doudizhu.happenings import Accepted, Happening, Passed, Played, Refused
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import Cards, pack, remove_cards, sort_cards
from games.catalog.doudizhu.state import DoudizhuState, Hidden
from games.catalog.doudizhu.types import SEATS, Answer, Options, Phase, Trick, Turn
from games.catalog.doudizhu.view import DoudizhuView, Own, Public
from games.engine.errors import IllegalMoveError
from games.engine.game import Chance, Standing, State, Step, Value, to_everyone
from games.engine.illegal_moves import get_generic_error
from games.engine.legal_moves import Choice, Combos, Legal
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import require_exact_types
from games.kit.seats import rank_by_score, replace_at
from games.kit.transitions import public_step

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

# Shared by all tables: most moves of a match are passes.
_AUCTION: Legal[Move] = Legal((Choice((Accept(), Refuse())),))
_PASS: Choice[Move] = Choice((Pass(),))
_ONLY_PASS: Legal[Move] = Legal((_PASS,))
_PASSES = tuple((Turn(seat, ()), (to_everyone(Passed(seat)),)) for seat in range(SEATS))

advance = house.advance


def setup(options: Mapping[str, Value], seats: int) -> DoudizhuState:
    """Set up a table before its first deal; chips begin at 0 and may become negative (section 5)."""
    if seats != SEATS:
        raise ValueError("four play")
    return State(Public(from_json(Options, dict(options))), (Own(),) * SEATS, Hidden())


def waiting_on(state: DoudizhuState) -> frozenset[int]:
    """Return the seat whose turn it is; bombs can't be played out of turn (section 4)."""
    turn = state.public.turn
    return frozenset() if turn is None else frozenset({turn})


def over(state: DoudizhuState) -> bool:
    return state.public.phase == "over"


def legal(state: DoudizhuState, seat: int) -> Legal[Move]:
    """Return ACCEPT and REFUSE (section 3), or what beats the trick and PASS; the leader must play (section 4)."""
    public = state.public
    if seat != public.turn:
        return Legal()
    if public.phase == "auction":
        return _AUCTION
    book, hand, bombs = public.options.move_tables, pack(state.own[seat].hand), public.bombs_left[seat] != 0
    top = public.top
    if top is None:
        return Legal((Combos(Play, "cards", book.list_leads(hand, bombs=bombs)),))
    plays = book.list_answers(hand, book.combos[top.cards], bombs=bombs)
    return Legal((_PASS, Combos(Play, "cards", plays))) if plays else _ONLY_PASS


def apply(state: DoudizhuState, seat: int, move: Move) -> Step[DoudizhuState, Happening]:
    """Apply a move. Raises IllegalMoveError with the reason, InvalidPayloadError for data that is not a move."""
    require_exact_types(move)
    public = state.public
    if seat == public.turn:
        match move:
            case Accept() | Refuse() if public.phase == "auction":
                return _answer_auction(state, seat, accepts=isinstance(move, Accept))
            case Play(cards) if public.phase == "play" and (step := _play(state, seat, cards)):
                return step
            case Pass() if public.top:
                turn, happening = _PASSES[seat]
                after = _update_play(public, public.bombs_left, public.played, (*public.trick, turn), public.previous)
                return Step(State(after, state.own, state.hidden), happening)
    raise get_move_error(DoudizhuView(seat, public, state.own[seat]), move, legal(state, seat))


def _answer_auction(state: DoudizhuState, seat: int, *, accepts: bool) -> Step[DoudizhuState, Happening]:
    """Answer the auction. Accepting ends it, and so does the last refusal."""
    answer: Answer = "accept" if accepts else "refuse"
    answers = replace_at(state.public.answers, seat, answer)
    ends = accepts or "" not in answers
    public = replace(state.public, phase="kitty" if ends else "auction", answers=answers)
    return public_step(state, public, Accepted(seat) if accepts else Refused(seat))


def _play(state: DoudizhuState, seat: int, cards: Cards) -> Step[DoudizhuState, Happening] | None:
    """Play cards to the trick; a seat without cards ends the deal at once.

    Return None if the cards may not be played.
    """
    public, own_part = state.public, state.own[seat]
    combos, top, bombs_left = public.options.move_tables.combos, public.top, public.bombs_left
    combo, remaining = combos.get(cards), remove_cards(own_part.hand, cards)
    if combo is None or remaining is None or (top is not None and not combo.beats(combos[top.cards])):
        return None
    if combo.kind == "bomb" and bombs_left[seat] is not None:
        if bombs_left[seat] == 0:
            return None
        bombs_left = replace_at(bombs_left, seat, 0)
    played = replace_at(public.played, seat, sort_cards(public.played[seat] + cards))
    trick, previous = (public.trick, public.previous) if top else ((), public.trick)
    after = _update_play(
        public, bombs_left, played, (*trick, Turn(seat, cards)), previous, "play" if remaining else "show"
    )
    happening = to_everyone(Played(seat, cards, combo.kind, top is None, len(remaining)))
    return Step(State(after, replace_at(state.own, seat, Own(remaining, own_part.kitty)), state.hidden), (happening,))


def _update_play(
    public: Public,
    bombs_left: tuple[int | None, ...],
    played: tuple[Cards, ...],
    trick: Trick,
    previous: Trick,
    phase: Phase = "play",
) -> Public:
    """Return the public state after a play. Spelled out, because `replace` makes random play a tenth slower."""
    return Public(
        public.options,
        public.chips,
        phase,
        public.deal,
        public.starter,
        public.face_up,
        public.answers,
        bombs_left,
        played,
        trick,
        previous,
        public.kitty,
        public.hands,
        public.last,
    )


def safe_move(state: DoudizhuState, seat: int, chance: Chance) -> Move:
    """Refuse, pass, or lead the lowest single card (section 6)."""
    if state.public.phase == "auction":
        return Refuse()
    return Pass() if state.public.top else Play(state.own[seat].hand[:1])


def standing(state: DoudizhuState) -> Standing:
    """Rank by chips; most chips win, ties are shared (section 5)."""
    return rank_by_score(state.public.chips, is_over=over(state))


# --- reasons for refusing a move, where the rules add to the generic ones; they reveal nothing the seat doesn't know


def get_move_error(view: DoudizhuView, move: Move, legal: Legal[Move]) -> IllegalMoveError:
    """Return the error with a code of the refusal templates, and its params."""
    if legal and view.public.phase == "auction":
        return IllegalMoveError("auction-first")
    match move:
        case Accept() | Refuse() if legal:
            return IllegalMoveError("auction-is-over")
        case Pass() if legal:
            return IllegalMoveError("leader-must-play")
        case Play(cards) if legal:
            return _get_cards_error(view, cards)
    return get_generic_error(legal, move, is_over=view.public.phase == "over")


def _get_cards_error(view: DoudizhuView, cards: Cards) -> IllegalMoveError:
    if not cards:
        return IllegalMoveError("too-few-cards", {"min": 1})
    if remove_cards(view.mine.hand, cards) is None:
        return IllegalMoveError("not-your-card")
    public = view.public
    combo, top = public.options.move_tables.combos.get(cards), public.top_combo
    if combo is None:
        return IllegalMoveError("no-combination", {"flaw": flaw(cards), "shape": shape(cards)})
    obstacle = combo.obstacle(top, bombs=public.bombs_left[view.me] != 0)
    params = {"kind": combo.kind, "size": combo.size}
    if obstacle == "wrong-kind":
        assert top is not None, "a leader may play every kind"
        return IllegalMoveError(obstacle, params | {"top": top.kind, "count": top.size})
    return IllegalMoveError(obstacle, params)
