"""The rules of GET9!: who decides what, and what each decision does.

The house's own steps are in `house`, the betting in `betting`, the end of a match in `payment`, what a seat sees in
`sight`.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, everybody, only
from games.engine.exact import check_exact
from games.engine.legal import Arrange, Choice, Legal
from games.engine.meta import Value
from games.engine.values import Move
from games.titles.get9 import betting
from games.titles.get9.betting import changed
from games.titles.get9.cards import DECK, in_order
from games.titles.get9.happenings import CardChosen, Chosen, SplitDone, SplitMade
from games.titles.get9.house import advance
from games.titles.get9.meta import META
from games.titles.get9.moves import Check, Choose, Fold, Open, Split
from games.titles.get9.parts import Options, Piles, Status
from games.titles.get9.refusals import refusal
from games.titles.get9.sight import view
from games.titles.get9.state import State

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "view", "waiting_on"]

SHAPE = (3, 3, 3)


def setup(options: Mapping[str, Value], seats: int) -> State:
    """A table before its first match; seat 0 has the start button (rules sheet, 1).

    >>> setup(META.options_checked({}), 4).chips
    (15, 15, 15, 15)
    """
    chosen = Options(
        matches=int(options["matches"]),
        start_chips=int(options["startChips"]),
        bet_limit=int(options["betLimit"]),
        per_round=options["betLimitPer"] == "round",
        check_locks_out=bool(options["checkLocksOut"]),
        free_call=bool(options["freeCall"]),
        final_round_betting=bool(options["finalRoundBetting"]),
    )
    nothing = (0,) * seats
    active: Status = "active"
    return State(
        rules=META.rules, options=chosen, phase="begin", match=0, round=0, button=0,
        chips=(chosen.start_chips,) * seats, pots=nothing, bets=nothing, statuses=(active,) * seats,
        acted=(False,) * seats, turn=None, cap=None, carry=0, dealer=(), splits=((),) * seats, picks=((),) * seats,
        rounds=(), last=None,
    )  # fmt: skip


def waiting_on(state: State) -> frozenset[int]:
    """Everybody in the match until he has split and chosen, then one after the other to bet.

    Who has split may choose the first card at once: nothing is opened in between.
    """
    return frozenset(state.choosing if state.turn is None else (state.turn,))


def over(state: State) -> bool:
    return state.phase == "over"


def legal(state: State, seat: int) -> Legal:
    """A split into three piles of three, a card of this round's pile, or the bets (rules sheet, 3.1 to 3.3)."""
    if seat not in waiting_on(state):
        return Legal()
    if state.phase == "bet":
        return betting.legal_bets(state, seat)
    if not state.splits[seat]:
        return Legal((Arrange(Split, "piles", DECK, SHAPE),))
    return Legal((Choice(tuple(Choose(card) for card in state.splits[seat][state.round - 1])),))


def apply(state: State, seat: int, move: Move) -> Step:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    if not legal(state, seat).contains(move):
        raise refusal(state, seat, move)
    match move:
        case Split(piles):
            return _split(state, seat, tuple(map(in_order, piles)))
        case Choose(card):
            picks = changed(state.picks, seat, (*state.picks[seat], card))
            return Step(replace(state, picks=picks), (everybody(Chosen(seat)), only(seat, CardChosen(seat, card))))
        case _:
            after, told = betting.bet(state, seat, move)
            return Step(after, (everybody(told),))


def _split(state: State, seat: int, piles: Piles) -> Step:
    after = replace(state, splits=changed(state.splits, seat, piles))
    return Step(after, (everybody(SplitDone(seat)), only(seat, SplitMade(seat, piles))))


def safe_move(state: State, seat: int, chance: Chance) -> Move:
    """A random split, the highest card of the pile, an opening of 1, a rest if it is free, else a fold (sheet, 6)."""
    open_to = legal(state, seat)
    if open_to.of("split"):
        cards = chance.shuffled(f"match/{state.match}/split/{seat}", DECK)
        return Split(tuple(in_order(cards[at : at + 3]) for at in (0, 3, 6)))
    if open_to.of("choose"):
        return Choose(max(state.splits[seat][state.round - 1]))
    if open_to.of("open"):
        return Open(1)
    return Check() if open_to.contains(Check()) else Fold()


def standing(state: State) -> Standing:
    """Chips are the scores; ties share a place (rules sheet, 5)."""
    places = tuple(1 + sum(other > own for other in state.chips) for own in state.chips)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1) if over(state) else ()
    return Standing(places, state.chips, winners)
