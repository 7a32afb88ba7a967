"""From the full state to what one seat may know (rules sheet, 6)."""

from games.titles.crown.state import CrownState
from games.titles.crown.view import CrownView, Own, Public


def view(state: CrownState, seat: int | None) -> CrownView:
    """What that seat, or a spectator, was shown and may remember. In solo only the deck is hidden."""
    solo = state.options.solo
    public = Public(
        options=state.options,
        phase=state.phase,
        turn=state.turn,
        player=state.player,
        scores=state.scores,
        sizes=(len(state.hands[0]), len(state.hands[1])) if solo or state.options.show_sizes else (),
        deck=len(state.deck),
        in_draw=len(state.drawn),
        pile=state.pile,
        pile_size=len(state.pile) + len(state.secrets[0]) + len(state.secrets[1]),
        tabled=state.tabled,
        deeds=state.deeds,
        before=state.before,
        shuffles=state.shuffles,
        winner=state.winner,
        by_princes=state.by_princes,
        hands=state.hands if solo else (),
        drafted=(state.drawn or state.passed[0]) if solo else (),
    )
    return CrownView(seat, public, None if seat is None else _private(state, seat))


def _private(state: CrownState, seat: int) -> Own:
    return Own(
        hand=state.hands[seat],
        drawn=state.drawn if seat == state.player else (),
        passed=state.passed[seat],
        offered=state.passed[1 - seat],
        buried=state.secrets[seat],
        known=state.known[seat],
        exposed=state.known[1 - seat],
    )
