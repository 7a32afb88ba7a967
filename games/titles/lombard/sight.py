"""From the full state to what one seat may know (section 7, hidden information)."""

from games.titles.lombard.hands import hand
from games.titles.lombard.state import State
from games.titles.lombard.view import Own, Place, Public, View


def view(state: State, seat: int | None) -> View:
    """What that seat, or a spectator, was shown and may remember."""
    public = Public(
        rules=state.rules,
        options=state.options,
        phase=state.phase,
        round=state.round,
        dealer=state.dealer,
        turn=state.turn,
        pot=state.pot,
        supplied=state.supplied,
        board=state.board,
        shown=state.shown,
        places=tuple(_place(state, number) for number in range(state.seats)),
        last=state.last,
    )
    return View(seat, public, None if seat is None else _private(state, seat))


def _place(state: State, seat: int) -> Place:
    cards, opened = state.holes[seat], state.opened[seat]
    shown = state.shown and state.actions[seat] != "fold"
    return Place(
        balance=state.balances[seat],
        to_go=max(0, state.options.target - state.balances[seat]),
        action=state.actions[seat],
        opened=opened,
        hole=tuple(card if shown or at == opened else None for at, card in enumerate(cards)),
        hand=hand(cards + state.board) if shown else None,
    )


def _private(state: State, seat: int) -> Own:
    cards = state.holes[seat]
    return Own(cards, hand(cards + state.board) if cards else None)
