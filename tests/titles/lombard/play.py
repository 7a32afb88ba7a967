"""What the contract's tests need to play Lombard Hold'em: setups, and what cards and coins must add up to."""

from games.engine.meta import Value
from games.titles.lombard.hands import DECK
from games.titles.lombard.state import State

SETUPS: list[tuple[dict[str, Value], int]] = [
    ({}, 4),
    ({"lastPlayerActs": True}, 2),
    ({"trackDebt": False, "targetCoins": 24}, 3),
    ({"startCoins": 12}, 6),
    ({"startCoins": 4, "trackDebt": False, "lastPlayerActs": True}, 2),
    ({"targetCoins": 32}, 11),
]


def check(state: State) -> None:
    """Every card lies once; the coins at the table are the starting coins and what the supply gave."""
    if state.round:
        lying = [*state.deck, *state.board, *(card for hole in state.holes for card in hole)]
        assert sorted(lying) == sorted(DECK)
        assert all(len(hole) == 2 for hole in state.holes)
    assert sum(state.balances) + state.pot == state.options.start * state.seats + state.supplied
    assert state.options.track_debt or min(state.balances) >= 0
    _check_pot(state)


def _check_pot(state: State) -> None:
    """While a round runs the pot is 1 + a coin per CALL + 3 per DOUBLE; before and after it is empty."""
    running = state.phase in ("turns", "runout", "showdown", "payment")
    assert state.pot == (1 + state.actions.count("call") + 3 * state.actions.count("double") if running else 0)
    # at most one seat can have reached the goal, and then the match is over
    reached = sum(balance >= state.options.target for balance in state.balances)
    assert reached == (state.phase == "over")
