"""What the cards do by themselves: the first dealer, the deal, two more community cards, the showdown, the payment."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Step, everybody, only
from games.titles.lombard.hands import DECK, hand, key
from games.titles.lombard.moves import (
    UNDECIDED,
    CommunityOpened,
    Dealt,
    FirstDealer,
    HandShown,
    MatchWon,
    Outcome,
    PotWon,
    RoundBegan,
    Shown,
)
from games.titles.lombard.state import State


def advance(state: State, chance: Chance) -> Step | None:
    """One house step, or None when a seat must decide or the match is over."""
    match state.phase:
        case "start":
            return _first_dealer(state, chance)
        case "deal":
            return _deal(state, chance)
        case "runout":
            return _runout(state)
        case "showdown":
            return _showdown(state)
        case "payment":
            return _payment(state)
    return None


def _first_dealer(state: State, chance: Chance) -> Step:
    dealer = chance.below("dealer", state.seats)
    return Step(replace(state, phase="deal", dealer=dealer), (everybody(FirstDealer(dealer)),))


def _deal(state: State, chance: Chance) -> Step:
    """All 28 cards are shuffled, two each, three open, a coin from the supply; the dealer has moved left."""
    number, seats = state.round + 1, state.seats
    dealer = state.order[0] if state.round else state.dealer
    deck = chance.shuffled(f"round/{number}/deck", DECK)
    holes = tuple(deck[2 * seat : 2 * seat + 2] for seat in range(seats))
    board, rest = deck[2 * seats : 2 * seats + 3], deck[2 * seats + 3 :]
    after = replace(
        state, phase="turns", round=number, dealer=dealer, pot=1, supplied=state.supplied + 1, deck=rest, holes=holes,
        board=board, actions=(UNDECIDED,) * seats, opened=(-1,) * seats, shown=False,
    )  # fmt: skip
    dealt = (only(seat, Dealt(seat, cards)) for seat, cards in enumerate(holes))
    return Step(after, (everybody(RoundBegan(number, dealer)), *dealt, everybody(CommunityOpened(board))))


def _runout(state: State) -> Step:
    cards = state.deck[:2]
    after = replace(state, phase="showdown", board=state.board + cards, deck=state.deck[2:])
    return Step(after, (everybody(CommunityOpened(cards)),))


def _showdown(state: State) -> Step:
    told = (everybody(HandShown(shown.seat, shown.cards, shown.hand)) for shown in _hands(state))
    return Step(replace(state, phase="payment", shown=True), tuple(told))


def _payment(state: State) -> Step:
    """The best hand, or the only player left, takes the whole pot; 16 or more coins win the match (section 5)."""
    hands = _hands(state) if state.shown else ()
    winner = hands[0].seat if hands else state.contenders[0]
    balance = state.balances[winner] + state.pot
    won = balance >= state.options.target
    after = replace(
        state,
        phase="over" if won else "deal",
        balances=(*state.balances[:winner], balance, *state.balances[winner + 1 :]),
        pot=0,
        last=Outcome(state.round, winner, state.pot, state.board, state.actions, hands),
    )
    paid = everybody(PotWon(winner, state.pot, state.shown, balance))
    return Step(after, (paid, everybody(MatchWon(winner, balance))) if won else (paid,))


def _hands(state: State) -> tuple[Shown, ...]:
    """The hands still in, best first."""
    ranked = sorted(state.contenders, key=lambda seat: key(state.holes[seat], state.board), reverse=True)
    return tuple(Shown(seat, state.holes[seat], hand(state.holes[seat] + state.board)) for seat in ranked)
