"""House steps: first dealer, deal, two more community cards, showdown and payment."""

from dataclasses import replace

from games.catalog.lombard import happenings as log
from games.catalog.lombard.hands import DECK, get_best_hand, get_showdown_key
from games.catalog.lombard.state import Hidden, LombardState, LombardStep
from games.catalog.lombard.types import UNDECIDED, Outcome, Shown
from games.catalog.lombard.view import Own
from games.engine.game import Chance, State, Step, to_everyone, to_seats
from games.kit.seats import replace_at
from games.kit.transitions import public_step


def advance(state: LombardState, chance: Chance) -> LombardStep | None:
    """Return one house step, or None if a seat must decide or the match is over."""
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
    dealer = chance.randbelow("dealer", state.public.seats)
    return public_step(state, replace(state.public, phase="deal", dealer=dealer), log.FirstDealer(dealer))


def _deal(state: LombardState, chance: Chance) -> LombardStep:
    """Shuffle all 28 cards, deal two each, open three, and add a coin from the supply. The deal moves left."""
    public, seats = state.public, state.public.seats
    number = public.round + 1
    dealer = public.order[0] if public.round else public.dealer
    deck = chance.shuffled(f"round/{number}/deck", DECK)
    own_parts = tuple(Own(deck[2 * seat : 2 * seat + 2]) for seat in range(seats))
    board, rest = deck[2 * seats : 2 * seats + 3], deck[2 * seats + 3 :]
    after = replace(
        public, phase="turns", round=number, dealer=dealer, pot=1, supplied=public.supplied + 1, board=board,
        actions=(UNDECIDED,) * seats, opened=(-1,) * seats, holes=((None, None),) * seats, shown=False,
    )  # fmt: skip
    dealt = (to_seats(seat, log.Dealt(seat, part.cards)) for seat, part in enumerate(own_parts))
    began, opened = to_everyone(log.RoundBegan(number, dealer)), to_everyone(log.CommunityOpened(board))
    return Step(State(after, own_parts, Hidden(rest)), (began, *dealt, opened))


def _runout(state: LombardState) -> LombardStep:
    cards, rest = state.hidden.deck[:2], state.hidden.deck[2:]
    public = replace(state.public, phase="showdown", board=state.public.board + cards)
    return Step(State(public, state.own, Hidden(rest)), (to_everyone(log.CommunityOpened(cards)),))


def _showdown(state: LombardState) -> LombardStep:
    """Show the hands of everyone still in."""
    hands, holes = _hands(state), state.public.holes
    for hand in hands:
        holes = replace_at(holes, hand.seat, hand.cards)
    happenings = (log.HandShown(hand.seat, hand.cards, hand.hand, state.public.board) for hand in hands)
    return public_step(state, replace(state.public, phase="payment", shown=True, holes=holes), *happenings)


def _payment(state: LombardState) -> LombardStep:
    """Give the pot to the best hand, or the only player left; 16 or more coins win the match (section 5)."""
    public = state.public
    hands = _hands(state) if public.shown else ()
    winner = hands[0].seat if hands else public.contenders[0]
    balance = public.balances[winner] + public.pot
    won = balance >= public.options.target_coins
    last = Outcome(public.round, winner, public.pot, public.board, public.actions, hands)
    balances = replace_at(public.balances, winner, balance)
    after = replace(public, phase="over" if won else "deal", balances=balances, pot=0, last=last)
    paid = log.PotWon(winner, public.pot, public.shown, balance)
    return public_step(state, after, paid, *((log.MatchWon(winner, balance),) if won else ()))


def _hands(state: LombardState) -> tuple[Shown, ...]:
    """Return the hands still in, best first."""
    board, cards = state.public.board, [part.cards for part in state.own]
    ranked = sorted(state.public.contenders, key=lambda seat: get_showdown_key(cards[seat], board), reverse=True)
    return tuple(Shown(seat, cards[seat], get_best_hand(cards[seat] + board)) for seat in ranked)
