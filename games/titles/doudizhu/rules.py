"""The rules of four-player Dou Dizhu: what a seat may decide and what it does. Section numbers are the rules sheet's.

The house's steps are in `house`, what a seat sees in `sight`, the reasons of refusals in `refusals`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, everybody
from games.engine.legal import Choice, Combos, Legal
from games.engine.meta import Value
from games.engine.values import Move
from games.titles.doudizhu.combos import Combo
from games.titles.doudizhu.house import advance
from games.titles.doudizhu.meta import META
from games.titles.doudizhu.moves import Accept, Accepted, Options, Pass, Passed, Play, Played, Refuse, Refused, Turn
from games.titles.doudizhu.ranks import BIG, SMALL, VALUES, packed, unpacked
from games.titles.doudizhu.refusals import refusal
from games.titles.doudizhu.sight import view
from games.titles.doudizhu.state import State

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "view", "waiting_on"]

T = TypeVar("T")
_AUCTION = Legal((Choice((Accept(), Refuse())),))
_PASS = Choice((Pass(),))


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
    return frozenset() if state.turn is None else frozenset({state.turn})


def over(state: State) -> bool:
    return state.phase == "over"


def legal(state: State, seat: int) -> Legal:
    """ACCEPT or REFUSE (section 3); then what beats the trick, or PASS; who leads must play (section 4)."""
    if seat != state.turn:
        return Legal()
    if state.phase == "auction":
        return _AUCTION
    hand, bombs = packed(state.hands[seat]), state.bombs_left[seat] != 0
    if state.top is None:
        return Legal((Combos(Play, "cards", state.book.leads(hand, bombs=bombs)),))
    plays = state.book.answers(hand, state.book.combos[state.top.cards], bombs=bombs)
    return Legal((_PASS, Combos(Play, "cards", plays)) if plays else (_PASS,))


def apply(state: State, seat: int, move: Move) -> Step:
    """That decision. Raises IllegalMove with the reason."""
    if reason := refusal(state, seat, move):
        raise reason
    match move:
        case Play():
            return _played(state, seat, state.book.combos[move.cards])
        case Pass():
            return Step(replace(state, trick=(*state.trick, Turn(seat, ()))), (everybody(Passed(seat)),))
        case Accept():
            answers = _set(state.answers, seat, "accept")
            return Step(replace(state, phase="kitty", answers=answers), (everybody(Accepted(seat)),))
        case _:
            answers = _set(state.answers, seat, "refuse")
            after = replace(state, phase="auction" if "" in answers else "kitty", answers=answers)
            return Step(after, (everybody(Refused(seat)),))


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


def _played(state: State, seat: int, combo: Combo) -> Step:
    """The cards lie in the trick; who has none left ends the deal at once."""
    left = packed(state.hands[seat]) - packed(combo.cards)
    leads = state.top is None
    turn = Turn(seat, combo.cards)
    spare = state.bombs_left[seat]
    after = replace(
        state,
        phase="play" if left else "show",
        hands=_set(state.hands, seat, unpacked(left)),
        played=_set(state.played, seat, unpacked(packed(state.played[seat]) + packed(combo.cards))),
        trick=(turn,) if leads else (*state.trick, turn),
        previous=state.trick if leads else state.previous,
        bombs_left=_set(state.bombs_left, seat, 0) if combo.kind == "bomb" and spare else state.bombs_left,
    )
    told = Played(seat, combo.cards, combo.kind, leads, len(after.hands[seat]))
    return Step(after, (everybody(told),))


def _set(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*row[:at], value, *row[at + 1 :])
