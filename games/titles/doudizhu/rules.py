"""The rules of four-player Dou Dizhu: what a seat may decide and what it does. Section numbers are the rules sheet's.

The house's steps are in `house`, what a seat sees in `sight`, the reasons of refusals in `refusals`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, everybody
from games.engine.exact import check_exact
from games.engine.legal import Choice, Combos, Legal
from games.engine.meta import Value
from games.engine.values import Move
from games.titles.doudizhu.happenings import Accepted, Passed, Played, Refused
from games.titles.doudizhu.house import advance
from games.titles.doudizhu.meta import META
from games.titles.doudizhu.moves import SEATS, Accept, Options, Pass, Play, Refuse, Turn
from games.titles.doudizhu.ranks import BIG, SMALL, VALUES, Cards, in_order, packed, without
from games.titles.doudizhu.refusals import refusal
from games.titles.doudizhu.sight import view
from games.titles.doudizhu.state import State

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "view", "waiting_on"]

T = TypeVar("T")
_packed = lru_cache(maxsize=256)(packed)  # who passes is asked again with the same hand
_AUCTION = Legal((Choice((Accept(), Refuse())),))
_PASS = Choice((Pass(),))
_ONLY_PASS = Legal((_PASS,))
_PASSES = tuple((Turn(seat, ()), (everybody(Passed(seat)),)) for seat in range(SEATS))
_ASKED = tuple(frozenset({seat}) for seat in range(SEATS))
_NOBODY = frozenset[int]()


def setup(options: Mapping[str, Value], seats: int) -> State:
    """A table before its first deal; chips begin at 0 and may go negative (section 5).

    >>> setup(META.options_checked({}), 4).chips
    (0, 0, 0, 0)
    """
    if seats != 4:
        raise ValueError("four play")
    chosen = Options(
        deals=int(options["deals"]),
        kitty_to_landlord=bool(options["kittyToLandlord"]),
        show_kitty=bool(options["showKitty"]),
        forced_landlord_limited=bool(options["forcedLandlordLimited"]),
        mixed_rank=VALUES[BIG if options["mixedJokerPair"] == "big" else SMALL],
        low_two=bool(options["lowTwoSequences"]),
    )
    return State(META.rules, chosen)


def waiting_on(state: State) -> frozenset[int]:
    """The one seat whose turn it is; there are no bombs out of turn (section 4)."""
    turn = state.turn
    return _NOBODY if turn is None else _ASKED[turn]


def over(state: State) -> bool:
    return state.phase == "over"


def legal(state: State, seat: int) -> Legal:
    """ACCEPT or REFUSE (section 3); then what beats the trick, or PASS; who leads must play (section 4)."""
    if seat != state.turn:
        return Legal()
    if state.phase == "auction":
        return _AUCTION
    book, hand, bombs = state.book, _packed(state.hands[seat]), state.bombs_left[seat] != 0
    top = state.top
    if top is None:
        return Legal((Combos(Play, "cards", book.leads(hand, bombs=bombs)),))
    plays = book.answers(hand, book.combos[top.cards], bombs=bombs)
    return Legal((_PASS, Combos(Play, "cards", plays))) if plays else _ONLY_PASS


def apply(state: State, seat: int, move: Move) -> Step:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    if seat != state.turn:
        raise refusal(state, seat, move)
    if state.phase == "auction":
        if type(move) is Accept or type(move) is Refuse:
            return _answered(state, seat, accepts=type(move) is Accept)
    elif type(move) is Play:
        if step := _played(state, seat, move.cards):
            return step
    elif type(move) is Pass and state.top is not None:
        turn, told = _PASSES[seat]
        return Step(state.but(trick=(*state.trick, turn)), told)
    raise refusal(state, seat, move)


def safe_move(state: State, seat: int, chance: Chance) -> Move:
    """A timeout refuses, passes, or leads the lowest single (section 6)."""
    if state.phase == "auction":
        return Refuse()
    return Play(state.hands[seat][:1]) if state.top is None else Pass()


def standing(state: State) -> Standing:
    """Places by chips; most chips win, ties are shared (section 5)."""
    places = tuple(1 + sum(other > own for other in state.chips) for own in state.chips)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1) if over(state) else ()
    return Standing(places, state.chips, winners)


def _answered(state: State, seat: int, *, accepts: bool) -> Step:
    """Who accepts ends the auction, and so does the last to refuse."""
    answers = _set(state.answers, seat, "accept" if accepts else "refuse")
    ends = accepts or "" not in answers
    told = everybody(Accepted(seat) if accepts else Refused(seat))
    return Step(state.but(phase="kitty" if ends else "auction", answers=answers), (told,))


def _played(state: State, seat: int, cards: Cards) -> Step | None:
    """The cards lie in the trick; who has none left ends the deal at once. None for cards that may not be played."""
    combos, top, spare = state.book.combos, state.top, state.bombs_left[seat]
    combo, left = combos.get(cards), without(state.hands[seat], cards)
    if combo is None or left is None or (top is not None and not combo.beats(combos[top.cards])):
        return None
    bombs_left = state.bombs_left
    if combo.kind == "bomb" and spare is not None:
        if spare == 0:
            return None
        bombs_left = _set(bombs_left, seat, 0)
    turn = Turn(seat, cards)
    after = state.but(
        phase="play" if left else "show",
        hands=_set(state.hands, seat, left),
        played=_set(state.played, seat, in_order(state.played[seat] + cards)),
        trick=(*state.trick, turn) if top else (turn,),
        previous=state.previous if top else state.trick,
        bombs_left=bombs_left,
    )
    return Step(after, (everybody(Played(seat, cards, combo.kind, top is None, len(left))),))


def _set(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    changed = list(row)
    changed[at] = value
    return tuple(changed)
