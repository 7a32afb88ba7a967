"""From the full state to what one seat may know (section 6)."""

from games.titles.doudizhu.state import State
from games.titles.doudizhu.view import Own, Public, View


def view(state: State, seat: int | None) -> View:
    """What that seat, or a spectator, was shown and may remember."""
    named = state.landlord is not None
    public = Public(
        rules=state.rules,
        options=state.options,
        phase=state.phase,
        deal=state.deal,
        chips=state.chips,
        turn=state.turn,
        starter=state.starter,
        face_up=state.face_up,
        answers=state.answers,
        landlord=state.landlord,
        rate=state.rate,
        bombs_left=state.bombs_left,
        counts=tuple(map(len, state.hands)),
        played=state.played,
        trick=state.trick,
        previous=state.previous,
        kitty=state.kitty if named and state.options.show_kitty else (),
        hands=state.hands if state.phase == "payment" else (),
        last=state.last,
    )
    if seat is None:
        return View(None, public, None)
    taken = seat == state.landlord and state.options.kitty_to_landlord
    return View(seat, public, Own(state.hands[seat], state.kitty if taken else ()))
