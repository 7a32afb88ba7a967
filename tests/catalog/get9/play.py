"""What the contract tests need to know of GET9!: tables to play, and what must add up."""

from games.catalog.get9.cards import DECK
from games.catalog.get9.state import Get9State
from games.catalog.get9.types import ROUNDS
from games.catalog.get9.view import Own

SETUPS: list[tuple[dict[str, int | str | bool], int]] = [
    ({"matches": 3}, 3),
    ({"matches": 3, "start_chips": 10, "bet_limit": 0, "free_call": False}, 3),
    ({"matches": 3, "start_chips": 10, "bet_limit": 3, "bet_limit_per": "round", "check_locks_out": False}, 4),
    ({"matches": 10, "start_chips": 20, "bet_limit": 10, "final_round_betting": False}, 3),
    ({"start_chips": 30}, 7),
]


def check(state: Get9State) -> None:
    """Chips only change places; each player keeps the same nine cards; open cards were there before."""
    public, options = state.public, state.public.options
    assert sum(public.chips) + sum(public.pots) + public.carry == options.start_chips * public.seats
    assert min(*public.chips, *public.pots, *public.bets, public.carry) >= 0
    assert all(bet <= pot for bet, pot in zip(public.bets, public.pots, strict=True))
    if options.bet_limit:
        limit = options.bet_limit * (1 if options.bet_limit_per == "match" else ROUNDS)
        assert max(public.pots) <= limit
        assert max(public.bets) <= options.bet_limit
    assert public.split == tuple(bool(private.piles) for private in state.own)
    assert public.chosen == tuple(public.round > 0 and len(private.picks) == public.round for private in state.own)
    assert public.phase == "split" or not any(private.filed for private in state.own)
    if not public.round:
        assert state.own == (Own(),) * public.seats
        assert not any((state.hidden.dealer, public.rounds, *public.pots))
        return
    assert sorted(card for pile in state.hidden.dealer for card in pile) == list(DECK)
    for seat in range(public.seats):
        check_seat(state, seat)
    for number, opened in enumerate(public.rounds):
        check_round(state, number)
        assert not opened.dealer or opened.dealer == state.hidden.dealer[number][1]


def check_seat(state: Get9State, seat: int) -> None:
    """Nine cards in three piles, a choice out of each in turn; players who are out have nothing."""
    public, private = state.public, state.own[seat]
    assert sorted(card for pile in private.piles for card in pile) == (list(DECK) if private.piles else [])
    assert [len(pile) for pile in private.piles] in ([], [3, 3, 3])
    assert len(private.picks) <= public.round
    assert not private.filed or (private.filed in private.piles[0] and not private.picks)
    assert all(card in pile for card, pile in zip(private.picks, private.piles, strict=False))
    assert (public.statuses[seat] == "out") is (not public.chips[seat] and not public.pots[seat])
    if public.statuses[seat] in ("active", "resting"):
        assert public.chips[seat] > 0


def check_round(state: Get9State, number: int) -> None:
    """The opened cards lie in their owners' piles, and the points are those of the other two."""
    opened, dealer = state.public.rounds[number], state.hidden.dealer[number]
    for seat, card in enumerate(opened.played):
        assert not card or state.own[seat].picks[number] == card
        if opened.others and opened.others[seat]:
            assert sorted((card, *opened.others[seat])) == sorted(state.own[seat].piles[number])
            assert opened.points[seat] == sum(map(int, opened.others[seat]))
    if opened.dealer_others:
        assert opened.dealer_others == (dealer[0], dealer[2])
        assert opened.dealer_points == sum(map(int, opened.dealer_others))
