"""What the contract tests need to know of GET9!: tables to play, and what must add up."""

from games.titles.get9.cards import DECK
from games.titles.get9.parts import ROUNDS
from games.titles.get9.state import State

SETUPS: list[tuple[dict[str, int | str | bool], int]] = [
    ({"matches": 3}, 3),
    ({"matches": 3, "startChips": 10, "betLimit": 0, "freeCall": False}, 3),
    ({"matches": 3, "startChips": 10, "betLimit": 3, "betLimitPer": "round", "checkLocksOut": False}, 4),
    ({"matches": 10, "startChips": 20, "betLimit": 10, "finalRoundBetting": False}, 3),
    ({"startChips": 30}, 7),
]


def check(state: State) -> None:
    """Chips only change places; everybody's nine cards are his own nine cards; what is open was there before."""
    options, seats = state.options, range(state.seats)
    assert sum(state.chips) + sum(state.pots) + state.carry == options.start_chips * state.seats
    assert min(*state.chips, *state.pots, *state.bets, state.carry) >= 0
    assert all(state.bets[seat] <= state.pots[seat] for seat in seats)
    if options.bet_limit:
        most = options.bet_limit * (ROUNDS if options.per_round else 1)
        assert max(state.pots) <= most
        assert max(state.bets) <= options.bet_limit
    if not state.round:
        assert not any((*state.splits, *state.picks, state.dealer, state.rounds, *state.pots))
        return
    assert sorted(card for pile in state.dealer for card in pile) == list(DECK)
    for seat in seats:
        split, picks = state.splits[seat], state.picks[seat]
        assert sorted(card for pile in split for card in pile) == (list(DECK) if split else [])
        assert [len(pile) for pile in split] in ([], [3, 3, 3])
        assert len(picks) <= state.round
        assert all(card in pile for card, pile in zip(picks, split, strict=False))
        assert (state.statuses[seat] == "out") is (not state.chips[seat] and not state.pots[seat])
        if state.statuses[seat] in ("active", "resting"):
            assert state.chips[seat] > 0
    for number, opened in enumerate(state.rounds):
        check_round(state, number)
        assert not opened.dealer or opened.dealer == state.dealer[number][1]


def check_round(state: State, number: int) -> None:
    """The opened cards lie in their owners' piles, and the points are those of the other two."""
    opened = state.rounds[number]
    for seat, card in enumerate(opened.played):
        assert not card or state.picks[seat][number] == card
        if opened.others and opened.others[seat]:
            assert sorted((card, *opened.others[seat])) == sorted(state.splits[seat][number])
            assert opened.points[seat] == sum(map(int, opened.others[seat]))
    if opened.dealer_others:
        assert opened.dealer_others == (state.dealer[number][0], state.dealer[number][2])
        assert opened.dealer_points == sum(map(int, opened.dealer_others))
