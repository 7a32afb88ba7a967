"""What the cards do by themselves: the first dealer, the deal, two more community cards, the showdown, the payment."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Step, everybody, only
from games.engine.state import State
from games.kit.seats import put
from games.titles.lombard.hands import DECK, hand, key
from games.titles.lombard.happenings import (
    CommunityOpened,
    Dealt,
    FirstDealer,
    HandShown,
    Happening,
    MatchWon,
    PotWon,
    RoundBegan,
)
from games.titles.lombard.parts import UNDECIDED, Outcome, Shown
from games.titles.lombard.state import Hidden, LombardState
from games.titles.lombard.view import Own


def advance(state: LombardState, chance: Chance) -> Step[LombardState, Happening] | None:
    """One house step, or None when a seat must decide or the match is over."""
    match state.public.phase:
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


def _first_dealer(state: LombardState, chance: Chance) -> Step[LombardState, Happening]:
    dealer = chance.below("dealer", state.public.seats)
    public = replace(state.public, phase="deal", dealer=dealer)
    return Step(replace(state, public=public), (everybody(FirstDealer(dealer)),))


def _deal(state: LombardState, chance: Chance) -> Step[LombardState, Happening]:
    """All 28 cards are shuffled, two each, three open, a coin from the supply; the dealer has moved left."""
    public, seats = state.public, state.public.seats
    number = public.round + 1
    dealer = public.order[0] if public.round else public.dealer
    deck = chance.shuffled(f"round/{number}/deck", DECK)
    own = tuple(Own(deck[2 * seat : 2 * seat + 2]) for seat in range(seats))
    board, rest = deck[2 * seats : 2 * seats + 3], deck[2 * seats + 3 :]
    after = replace(
        public, phase="turns", round=number, dealer=dealer, pot=1, supplied=public.supplied + 1, board=board,
        actions=(UNDECIDED,) * seats, opened=(-1,) * seats, holes=((None, None),) * seats, shown=False,
    )  # fmt: skip
    dealt = (only(seat, Dealt(seat, one.cards)) for seat, one in enumerate(own))
    told = (everybody(RoundBegan(number, dealer)), *dealt, everybody(CommunityOpened(board)))
    return Step(State(after, own, Hidden(rest)), told)


def _runout(state: LombardState) -> Step[LombardState, Happening]:
    cards, rest = state.hidden.deck[:2], state.hidden.deck[2:]
    public = replace(state.public, phase="showdown", board=state.public.board + cards)
    return Step(replace(state, public=public, hidden=Hidden(rest)), (everybody(CommunityOpened(cards)),))


def _showdown(state: LombardState) -> Step[LombardState, Happening]:
    """Everybody still in opens his cards."""
    hands, holes = _hands(state), state.public.holes
    for shown in hands:
        holes = put(holes, shown.seat, shown.cards)
    public = replace(state.public, phase="payment", shown=True, holes=holes)
    told = tuple(everybody(HandShown(shown.seat, shown.cards, shown.hand)) for shown in hands)
    return Step(replace(state, public=public), told)


def _payment(state: LombardState) -> Step[LombardState, Happening]:
    """The best hand, or the only player left, takes the whole pot; 16 or more coins win the match (section 5)."""
    public = state.public
    hands = _hands(state) if public.shown else ()
    winner = hands[0].seat if hands else public.contenders[0]
    balance = public.balances[winner] + public.pot
    won = balance >= public.options.target_coins
    after = replace(
        public,
        phase="over" if won else "deal",
        balances=put(public.balances, winner, balance),
        pot=0,
        last=Outcome(public.round, winner, public.pot, public.board, public.actions, hands),
    )
    paid = everybody(PotWon(winner, public.pot, public.shown, balance))
    return Step(replace(state, public=after), (paid, everybody(MatchWon(winner, balance))) if won else (paid,))


def _hands(state: LombardState) -> tuple[Shown, ...]:
    """The hands still in, best first."""
    board, cards = state.public.board, [own.cards for own in state.own]
    ranked = sorted(state.public.contenders, key=lambda seat: key(cards[seat], board), reverse=True)
    return tuple(Shown(seat, cards[seat], hand(cards[seat] + board)) for seat in ranked)
