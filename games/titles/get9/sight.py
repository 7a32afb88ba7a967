"""From the full state to what one seat may know (rules sheet, 6)."""

from games.titles.get9.state import State
from games.titles.get9.view import Own, Place, Public, View


def view(state: State, seat: int | None) -> View:
    """What that seat, or a spectator, was shown and may remember."""
    public = Public(
        rules=state.rules,
        options=state.options,
        phase=state.phase,
        match=state.match,
        round=state.round,
        button=state.button,
        turn=state.turn,
        cap=state.cap,
        table_bet=state.table_bet,
        carry=state.carry,
        places=tuple(_place(state, number) for number in range(state.seats)),
        rounds=state.rounds,
        dealer_points=state.dealer_points,
        last=state.last,
    )
    return View(seat, public, None if seat is None else Own(state.splits[seat], state.picks[seat]))


def _place(state: State, seat: int) -> Place:
    return Place(
        chips=state.chips[seat],
        pot=state.pots[seat],
        bet=state.bets[seat],
        owed=state.owes(seat) if seat in state.active else 0,
        status=state.statuses[seat],
        acted=state.acted[seat],
        split=bool(state.splits[seat]),
        chosen=state.round > 0 and len(state.picks[seat]) >= state.round,
        points=state.points[seat],
    )
