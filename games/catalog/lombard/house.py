"""What the cards do by themselves: the first dealer, the deal, two more community cards, the showdown, the payment."""

from dataclasses import replace

from games.catalog.lombard import happenings as log
from games.catalog.lombard.hands import DECK, hand, key
from games.catalog.lombard.state import Hidden, LombardState, LombardStep
from games.catalog.lombard.types import UNDECIDED, Outcome, Shown
from games.catalog.lombard.view import Own
from games.engine.game import Chance, State, Step, everybody, only
from games.kit.seats import put
from games.kit.transitions import openly


def advance(state: LombardState, chance: Chance) -> LombardStep | None:
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


def _first_dealer(state: LombardState, chance: Chance) -> LombardStep:
    dealer = chance.below("dealer", state.public.seats)
    return openly(state, replace(state.public, phase="deal", dealer=dealer), log.FirstDealer(dealer))


def _deal(state: LombardState, chance: Chance) -> LombardStep:
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
    dealt = (only(seat, log.Dealt(seat, one.cards)) for seat, one in enumerate(own))
    began, opened = everybody(log.RoundBegan(number, dealer)), everybody(log.CommunityOpened(board))
    return Step(State(after, own, Hidden(rest)), (began, *dealt, opened))


def _runout(state: LombardState) -> LombardStep:
    cards, rest = state.hidden.deck[:2], state.hidden.deck[2:]
    public = replace(state.public, phase="showdown", board=state.public.board + cards)
    return Step(State(public, state.own, Hidden(rest)), (everybody(log.CommunityOpened(cards)),))


def _showdown(state: LombardState) -> LombardStep:
    """Everybody still in opens his cards."""
    hands, holes = _hands(state), state.public.holes
    for one in hands:
        holes = put(holes, one.seat, one.cards)
    shown = (log.HandShown(one.seat, one.cards, one.hand, state.public.board) for one in hands)
    return openly(state, replace(state.public, phase="payment", shown=True, holes=holes), *shown)


def _payment(state: LombardState) -> LombardStep:
    """The best hand, or the only player left, takes the whole pot; 16 or more coins win the match (section 5)."""
    public = state.public
    hands = _hands(state) if public.shown else ()
    winner = hands[0].seat if hands else public.contenders[0]
    balance = public.balances[winner] + public.pot
    won = balance >= public.options.target_coins
    last = Outcome(public.round, winner, public.pot, public.board, public.actions, hands)
    balances = put(public.balances, winner, balance)
    after = replace(public, phase="over" if won else "deal", balances=balances, pot=0, last=last)
    paid = log.PotWon(winner, public.pot, public.shown, balance)
    return openly(state, after, paid, *((log.MatchWon(winner, balance),) if won else ()))


def _hands(state: LombardState) -> tuple[Shown, ...]:
    """The hands still in, best first."""
    board, cards = state.public.board, [own.cards for own in state.own]
    ranked = sorted(state.public.contenders, key=lambda seat: key(cards[seat], board), reverse=True)
    return tuple(Shown(seat, cards[seat], hand(cards[seat] + board)) for seat in ranked)
