"""What the cards do by themselves, one step at a time, from the first dealer to the last community card."""

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Step, everybody, only
from games.kit.betting import Betting, begun, next_round, next_with, posted, refunded, to_act, uncalled
from games.titles.dilemma.cards import DECK
from games.titles.dilemma.happenings import (
    BlindPosted,
    CommunityOpened,
    Dealt,
    FirstDealer,
    HandBegan,
    HoleOpened,
    Returned,
)
from games.titles.dilemma.parts import BOARD, Phase
from games.titles.dilemma.settle import bank_settled, pots_paid, shown
from games.titles.dilemma.state import State

FLOP = 3


def advance(state: State, chance: Chance) -> Step | None:
    """One house step, or None when a seat must decide or the match is over."""
    match state.phase:
        case "start":
            return _first_dealer(state, chance)
        case "blinds":
            return _blinds(state)
        case "deal":
            return _deal(state, chance)
        case "close":
            return _close(state)
        case "open":
            return _open(state)
        case "street":
            return _street(state)
        case "showdown":
            return shown(state)
        case "payment":
            return pots_paid(state)
        case "bank":
            return bank_settled(state)
    return None


def after_round(state: State, betting: Betting) -> State:
    """The state once a round of betting is over: with what comes next (sections 3 and 5)."""
    phase: Phase = "close" if uncalled(betting.paid)[1] else _after_close(state, betting)
    return state.but(betting=betting, turn=-1, phase=phase)


def _after_close(state: State, betting: Betting) -> Phase:
    if betting.live.count(True) == 1:
        return "payment"
    if len(state.board) == BOARD:
        return "showdown"
    able = [chips for chips, lives in zip(betting.stacks, betting.live, strict=True) if lives and chips]
    return "open" if len(able) < 2 and not state.opened else "street"


def _first_dealer(state: State, chance: Chance) -> Step:
    dealer = chance.below("dealer", state.seats)
    return Step(state.but(phase="blinds", dealer=dealer), (everybody(FirstDealer(dealer)),))


def _blinds(state: State) -> Step:
    """A new hand: the marker moves on, the next two seats with chips post before the cards are dealt."""
    stacks, amounts = state.betting.stacks, state.blinds
    dealer = next_with(stacks, state.dealer) if state.hand else state.dealer
    small = next_with(stacks, dealer)
    if state.options.casino_blinds and next_with(stacks, small) == dealer:
        small = dealer
    big = next_with(stacks, small)
    betting = posted(posted(begun(stacks, amounts[1]), small, amounts[0]), big, amounts[1])
    after = state.but(
        phase="deal", hand=state.hand + 1, dealer=dealer, betting=betting, deck=(), holes=((),) * state.seats,
        board=(), opened=False, starts=stacks,
    )  # fmt: skip
    told = (
        BlindPosted(small, "small", betting.paid[small], betting.stacks[small] == 0),
        BlindPosted(big, "big", betting.paid[big], betting.stacks[big] == 0),
    )
    return Step(after, (everybody(HandBegan(after.hand, dealer)), *map(everybody, told)))


def _big_blind(state: State) -> int:
    """By the stacks that the hand began with, because the blinds may have taken all of one."""
    small = next_with(state.starts, state.dealer)
    alone = state.options.casino_blinds and next_with(state.starts, small) == state.dealer
    return small if alone else next_with(state.starts, small)


def _deal(state: State, chance: Chance) -> Step:
    """All 40 cards are shuffled for every hand, two for each; then the seat after the big blind is asked."""
    deck = chance.shuffled(f"hand/{state.hand}/deck", DECK)
    holes, at = [], 0
    for live in state.betting.live:
        holes.append(deck[at : at + 2] if live else ())
        at += 2 if live else 0
    told = tuple([only(seat, Dealt(seat, cards)) for seat, cards in enumerate(holes) if cards])
    return Step(_asking(state, _big_blind(state), state.betting, deck=deck[at:], holes=tuple(holes)), told)


def _asking(state: State, after: int, betting: Betting, **dealt: Any) -> State:
    """The state with what was dealt, and with the next seat asked; there may be nobody to ask."""
    turn = to_act(betting, after)
    if turn < 0:
        return after_round(state.but(**dealt), betting)
    return state.but(betting=betting, phase="bets", turn=turn, **dealt)


def _close(state: State) -> Step:
    """Uncalled chips go back at the end of the round."""
    seat, chips = uncalled(state.betting.paid)
    betting = refunded(state.betting, seat, chips)
    return Step(state.but(betting=betting, phase=_after_close(state, betting)), (everybody(Returned(seat, chips)),))


def _open(state: State) -> Step:
    """Nobody can bet any more: all live hole cards are opened before the board is completed."""
    told = (everybody(HoleOpened(seat, state.holes[seat])) for seat in state.live)
    return Step(state.but(phase="street", opened=True), tuple(told))


def _street(state: State) -> Step:
    """Flop, turn or river; no cards are burnt. The first live seat after the dealer is asked."""
    count = 1 if state.board else FLOP
    cards = state.deck[:count]
    board, betting = state.board + cards, next_round(state.betting, state.blinds[1])
    after = _asking(state, state.dealer, betting, board=board, deck=state.deck[count:])
    return Step(after, (everybody(CommunityOpened(cards, len(board))),))
