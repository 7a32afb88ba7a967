"""From the full state to what one seat may know (section 10)."""

from games.kit.betting import pots
from games.kit.poker import Hand
from games.titles.dilemma.cards import ranking
from games.titles.dilemma.state import State
from games.titles.dilemma.view import Own, Public, View


def view(state: State, seat: int | None) -> View:
    """What that seat, or a spectator, was shown and may remember."""
    betting = state.betting
    earlier = [paid - bet for paid, bet in zip(betting.paid, betting.bets, strict=True)]
    public = Public(
        rules=state.rules,
        options=state.options,
        phase=state.phase,
        hand=state.hand,
        dealer=state.dealer,
        turn=state.turn,
        level=state.level + 1,
        blinds=state.blinds,
        betting=betting,
        pots=pots(earlier, betting.live) if any(earlier) else (),
        bank=state.bank,
        board=state.board,
        opened=state.opened,
        holes=tuple(_hole(state, other) for other in range(state.seats)),
        hands=tuple(_hand(state, other) if _is_open(state, other) else None for other in range(state.seats)),
        starts=state.starts,
        exits=state.exits,
        last=state.last,
    )
    return View(seat, public, None if seat is None else Own(state.holes[seat], _hand(state, seat)))


def _is_open(state: State, seat: int) -> bool:
    """Live hands lie open at an all-in without further betting and at the showdown, folded ones never."""
    return state.opened and state.betting.live[seat]


def _hole(state: State, seat: int) -> tuple[str | None, ...]:
    cards = state.holes[seat]
    return cards if _is_open(state, seat) else (None,) * len(cards)


def _hand(state: State, seat: int) -> Hand | None:
    order = ranking(state.options.one_is_high, state.options.flush_first)
    return order.hand(state.best(seat)) if state.holes[seat] else None
