"""The end of a match: pots, carry-over pot, the extra match (rules sheet, 4 and 5). Who gets what is in `settle`."""

from dataclasses import replace

from games.engine.contract import Step, Told, everybody
from games.titles.get9.happenings import CarriedOver, GameEnded, MatchEnded, Won
from games.titles.get9.parts import Outcome
from games.titles.get9.settle import Settlement, settled
from games.titles.get9.state import State


def paid(state: State) -> Step:
    """All pots and the carry-over pot find their owners, the cards leave the table, the button moves on."""
    deal = settled(state.pots, state.points, state.dealer_points, state.contenders)
    outcome = _outcome(state, deal)
    chips = tuple(own + won for own, won in zip(state.chips, outcome.won, strict=True))
    cleared = _cleared(replace(state, chips=chips, carry=outcome.carried_out, button=state.next_button, last=outcome))
    return Step(replace(cleared, phase="end" if _was_last(cleared) else "begin"), tuple(_told(outcome, deal)))


def _outcome(state: State, deal: Settlement) -> Outcome:
    """The one best player takes the carry-over pot too; without one it stays, and all pots come to it (4)."""
    taken = 0 if deal.winner is None else state.carry
    return Outcome(
        match=state.match,
        rounds=state.rounds,
        statuses=state.statuses,
        points=state.points,
        dealer_points=state.dealer_points,
        pots=state.pots,
        carried_in=state.carry,
        result=deal.result,
        winner=deal.winner,
        won=tuple(won + (taken if seat == deal.winner else 0) for seat, won in enumerate(deal.won)),
        carried_out=state.carry - taken + deal.left,
    )


def _told(outcome: Outcome, deal: Settlement) -> list[Told]:
    told = [everybody(MatchEnded(outcome.match, deal.result, deal.winner, outcome.points, outcome.dealer_points))]
    for seat, won in enumerate(deal.won):
        if outcome.won[seat]:
            told.append(everybody(Won(seat, won, outcome.won[seat] - won)))
    if deal.left:
        told.append(everybody(CarriedOver(deal.left, outcome.carried_out)))
    return told


def _cleared(state: State) -> State:
    """The table between two matches."""
    nothing = (0,) * state.seats
    return replace(
        state, round=0, pots=nothing, bets=nothing, acted=(False,) * state.seats, turn=None, cap=None, dealer=(),
        splits=((),) * state.seats, picks=((),) * state.seats, rounds=(),
        statuses=tuple("active" if chips else "out" for chips in state.chips),
    )  # fmt: skip


def _was_last(state: State) -> bool:
    """Whether the game ends (5): after the agreed matches, or after the one extra match for the carry-over pot.

    With fewer than two players who have chips it ends at once, whatever lies in the middle.
    """
    if sum(chips > 0 for chips in state.chips) < 2:
        return True
    extra = 1 if state.carry else 0
    return state.match >= state.options.matches + extra


def ended(state: State) -> Step:
    """Most chips win, equals share the win; what is left in the middle is nobody's (5)."""
    most = max(state.chips)
    winners = tuple(seat for seat, chips in enumerate(state.chips) if chips == most)
    return Step(replace(state, phase="over"), (everybody(GameEnded(winners, most, state.carry)),))
