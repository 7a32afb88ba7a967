"""House steps, from the first dealer to the last community card. The settlement is in `showdown`."""

from dataclasses import replace

from games.catalog.dilemma import happenings as log
from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.showdown import get_live_holes, pay_pots, settle_bank, show_hands
from games.catalog.dilemma.state import DilemmaState, DilemmaStep, Hidden
from games.catalog.dilemma.types import BOARD, Cards, Options, Phase
from games.catalog.dilemma.view import Own, Public
from games.engine.game import Chance, State, Step, to_everyone, to_seats
from games.kit.betting import (
    Betting,
    get_next_to_act,
    get_uncalled_bet,
    post_blind,
    refund_bet,
    start_hand,
    start_round,
)
from games.kit.seats import find_next_seat
from games.kit.transitions import public_step

FLOP = 3


def advance(state: DilemmaState, chance: Chance) -> DilemmaStep | None:
    """Return one house step, or None if a seat must decide or the match is over."""
    match state.public.phase:
        case "start":
            return _first_dealer(state, chance)
        case "blinds":
            return _blinds(state)
        case "deal":
            return _deal(state, chance)
        case "close":
            return _return_uncalled(state)
        case "open":
            return _open_hands(state)
        case "street":
            return _street(state)
        case "showdown":
            return show_hands(state)
        case "payment":
            return pay_pots(state)
        case "bank":
            return settle_bank(state)
    return None


def set_turn(public: Public, betting: Betting, after: int, board: Cards) -> Public:
    """Set the next seat to decide, or the phase after the betting round is over (sections 3 and 5)."""
    turn = get_next_to_act(betting, after) if betting.live.count(True) > 1 else -1
    if turn >= 0:
        return public.at("bets", betting, turn=turn, board=board)
    phase: Phase = "close" if get_uncalled_bet(betting.paid)[1] else _after_close(public, betting, board)
    return public.at(phase, betting, board=board)


def _after_close(public: Public, betting: Betting, board: Cards) -> Phase:
    if betting.live.count(True) == 1:
        return "payment"
    if len(board) == BOARD:
        return "showdown"
    able = [chips for chips, lives in zip(betting.stacks, betting.live, strict=True) if lives and chips]
    return "open" if len(able) < 2 and not public.opened else "street"


def _first_dealer(state: DilemmaState, chance: Chance) -> DilemmaStep:
    dealer = chance.randbelow("dealer", state.public.seats)
    return public_step(state, replace(state.public, phase="blinds", dealer=dealer), log.FirstDealer(dealer))


def _blinds(state: DilemmaState) -> DilemmaStep:
    """Begin a new hand: move the marker, and post the blinds of the next two seats with chips before the deal."""
    old, stacks, amounts = state.public, state.public.betting.stacks, state.public.blinds
    hand, dealer = old.hand + 1, find_next_seat(stacks, old.dealer) if old.hand else old.dealer
    small, big = _blind_seats(old.options, stacks, dealer)
    betting = post_blind(post_blind(start_hand(stacks, amounts[1]), small, amounts[0]), big, amounts[1])
    after = Public(old.options, old.bank, stacks, old.exits, old.last, hand, dealer, (), (), betting, "deal", turn=-1)
    happenings = (
        log.HandBegan(hand, dealer),
        log.BlindPosted(small, "small", betting.paid[small], betting.stacks[small] == 0),
        log.BlindPosted(big, "big", betting.paid[big], betting.stacks[big] == 0),
    )
    return Step(State(after, (Own(),) * after.seats, Hidden()), tuple(map(to_everyone, happenings)))


def _blind_seats(options: Options, stacks: tuple[int, ...], dealer: int) -> tuple[int, int]:
    """Return small and big blind by the stacks at the start of the hand, because a blind may take all of one."""
    small = find_next_seat(stacks, dealer)
    big = find_next_seat(stacks, small)
    return (big, small) if options.heads_up_blinds == "casino" and big == dealer else (small, big)


def _deal(state: DilemmaState, chance: Chance) -> DilemmaStep:
    """Shuffle all 40 cards for every hand and deal two each; the seat after the big blind acts first."""
    public = state.public
    deck = chance.shuffled(f"hand/{public.hand}/deck", DECK)
    own_parts, at = [], 0
    for live in public.betting.live:
        own_parts.append(Own(deck[at : at + 2] if live else ()))
        at += 2 if live else 0
    _, big = _blind_seats(public.options, public.starts, public.dealer)
    after = State(set_turn(public, public.betting, big, ()), tuple(own_parts), Hidden(deck[at:]))
    return Step(
        after, tuple([to_seats(seat, log.Dealt(seat, part.cards)) for seat, part in enumerate(own_parts) if part.cards])
    )


def _return_uncalled(state: DilemmaState) -> DilemmaStep:
    """Return uncalled chips at the end of the round."""
    public = state.public
    seat, chips = get_uncalled_bet(public.betting.paid)
    betting = refund_bet(public.betting, seat, chips)
    after = public.at(_after_close(public, betting, public.board), betting)
    return public_step(state, after, log.Returned(seat, chips))


def _open_hands(state: DilemmaState) -> DilemmaStep:
    """Open all live hole cards before the board is completed, because no one can bet any more."""
    public, holes = state.public, get_live_holes(state)
    opened = [log.HoleOpened(seat, holes[seat]) for seat in public.live]
    return public_step(state, replace(public, phase="street", opened=holes), *opened)


def _street(state: DilemmaState) -> DilemmaStep:
    """Deal flop, turn or river, without burning cards. The first live seat after the dealer acts first."""
    public, deck = state.public, state.hidden.deck
    count = 1 if public.board else FLOP
    board, betting = public.board + deck[:count], start_round(public.betting, public.blinds[1])
    after = State(set_turn(public, betting, public.dealer, board), state.own, Hidden(deck[count:]))
    return Step(after, (to_everyone(log.CommunityOpened(deck[:count], len(board))),))
