"""What the cards do by themselves, one step at a time, from the first dealer to the last community card."""

from dataclasses import replace

from games.catalog.dilemma import happenings as log
from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.showdown import bank_settled, live_holes, pots_paid, shown
from games.catalog.dilemma.state import DilemmaState, DilemmaStep, Hidden
from games.catalog.dilemma.types import BOARD, Cards, Options, Phase
from games.catalog.dilemma.view import Own, Public
from games.engine.game import Chance, State, Step, everybody, only
from games.kit.betting import Betting, begun, next_round, posted, refunded, to_act, uncalled
from games.kit.seats import next_with
from games.kit.transitions import openly

FLOP = 3


def advance(state: DilemmaState, chance: Chance) -> DilemmaStep | None:
    """One house step, or None when a seat must decide or the match is over."""
    match state.public.phase:
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


def asked(public: Public, betting: Betting, after: int, board: Cards) -> Public:
    """With the next seat to decide, or with what comes once the round of betting is over (sections 3 and 5)."""
    turn = to_act(betting, after) if betting.live.count(True) > 1 else -1
    if turn >= 0:
        return public.at("bets", betting, turn=turn, board=board)
    phase: Phase = "close" if uncalled(betting.paid)[1] else _after_close(public, betting, board)
    return public.at(phase, betting, board=board)


def _after_close(public: Public, betting: Betting, board: Cards) -> Phase:
    if betting.live.count(True) == 1:
        return "payment"
    if len(board) == BOARD:
        return "showdown"
    able = [chips for chips, lives in zip(betting.stacks, betting.live, strict=True) if lives and chips]
    return "open" if len(able) < 2 and not public.opened else "street"


def _first_dealer(state: DilemmaState, chance: Chance) -> DilemmaStep:
    dealer = chance.below("dealer", state.public.seats)
    return openly(state, replace(state.public, phase="blinds", dealer=dealer), log.FirstDealer(dealer))


def _blinds(state: DilemmaState) -> DilemmaStep:
    """A new hand: the marker moves on, the next two seats with chips post before the cards are dealt."""
    old, stacks, amounts = state.public, state.public.betting.stacks, state.public.blinds
    hand, dealer = old.hand + 1, next_with(stacks, old.dealer) if old.hand else old.dealer
    small, big = _blind_seats(old.options, stacks, dealer)
    betting = posted(posted(begun(stacks, amounts[1]), small, amounts[0]), big, amounts[1])
    after = Public(old.options, old.bank, stacks, old.exits, old.last, hand, dealer, (), (), betting, "deal", turn=-1)
    told = (
        log.HandBegan(hand, dealer),
        log.BlindPosted(small, "small", betting.paid[small], betting.stacks[small] == 0),
        log.BlindPosted(big, "big", betting.paid[big], betting.stacks[big] == 0),
    )
    return Step(State(after, (Own(),) * after.seats, Hidden()), tuple(map(everybody, told)))


def _blind_seats(options: Options, stacks: tuple[int, ...], dealer: int) -> tuple[int, int]:
    """By the stacks that the hand began with, because the blinds may take all of one."""
    small = next_with(stacks, dealer)
    big = next_with(stacks, small)
    return (big, small) if options.heads_up_blinds == "casino" and big == dealer else (small, big)


def _deal(state: DilemmaState, chance: Chance) -> DilemmaStep:
    """All 40 cards are shuffled for every hand, two for each; then the seat after the big blind is asked."""
    public = state.public
    deck = chance.shuffled(f"hand/{public.hand}/deck", DECK)
    own, at = [], 0
    for live in public.betting.live:
        own.append(Own(deck[at : at + 2] if live else ()))
        at += 2 if live else 0
    _, big = _blind_seats(public.options, public.starts, public.dealer)
    after = State(asked(public, public.betting, big, ()), tuple(own), Hidden(deck[at:]))
    return Step(after, tuple([only(seat, log.Dealt(seat, one.cards)) for seat, one in enumerate(own) if one.cards]))


def _close(state: DilemmaState) -> DilemmaStep:
    """Uncalled chips go back at the end of the round."""
    public = state.public
    seat, chips = uncalled(public.betting.paid)
    betting = refunded(public.betting, seat, chips)
    after = public.at(_after_close(public, betting, public.board), betting)
    return openly(state, after, log.Returned(seat, chips))


def _open(state: DilemmaState) -> DilemmaStep:
    """Nobody can bet any more: all live hole cards are opened before the board is completed."""
    public, holes = state.public, live_holes(state)
    opened = [log.HoleOpened(seat, holes[seat]) for seat in public.live]
    return openly(state, replace(public, phase="street", opened=holes), *opened)


def _street(state: DilemmaState) -> DilemmaStep:
    """Flop, turn or river; no cards are burnt. The first live seat after the dealer is asked."""
    public, deck = state.public, state.hidden.deck
    count = 1 if public.board else FLOP
    board, betting = public.board + deck[:count], next_round(public.betting, public.blinds[1])
    after = State(asked(public, betting, public.dealer, board), state.own, Hidden(deck[count:]))
    return Step(after, (everybody(log.CommunityOpened(deck[:count], len(board))),))
