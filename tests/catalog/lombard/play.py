"""What the contract's tests need to play Lombard Hold'em: setups, and what cards and coins must add up to."""

from games.catalog.lombard.hands import DECK
from games.catalog.lombard.state import LombardState
from games.catalog.lombard.view import Public
from games.engine.metadata import Value

SETUPS: list[tuple[dict[str, Value], int]] = [
    ({}, 4),
    ({"last_player_acts": True}, 2),
    ({"track_debt": False, "target_coins": 24}, 3),
    ({"start_coins": 12}, 6),
    ({"start_coins": 4, "track_debt": False, "last_player_acts": True}, 2),
    ({"target_coins": 32}, 11),
]


def check(state: LombardState) -> None:
    """Every card lies once, copies are equal; the coins at the table are the starting coins and the supply's."""
    public = state.public
    cards = [private.cards for private in state.own]
    if public.round:
        lying = [*state.hidden.deck, *public.board, *(card for hole in cards for card in hole)]
        assert sorted(lying) == sorted(DECK)
        assert all(len(hole) == 2 for hole in cards)
    for seat, (hole, shown_cards) in enumerate(zip(cards, public.holes, strict=True)):
        in_showdown = public.shown and public.actions[seat] != "fold"
        bared = [at for at in range(len(hole)) if in_showdown or at == public.opened[seat]]
        assert shown_cards == tuple(card if at in bared else None for at, card in enumerate(hole))
    assert sum(public.balances) + public.pot == public.options.start_coins * public.seats + public.supplied
    assert public.options.track_debt or min(public.balances) >= 0
    _check_pot(public)


def _check_pot(public: Public) -> None:
    """While a round runs the pot is 1 + a coin per CALL + 3 per DOUBLE; before and after it is empty."""
    running = public.phase in ("turns", "runout", "showdown", "payment")
    assert public.pot == (1 + public.actions.count("call") + 3 * public.actions.count("double") if running else 0)
    # at most one seat can have reached the goal, and then the match is over
    reached = sum(balance >= public.options.target_coins for balance in public.balances)
    assert reached == (public.phase == "over")
