"""What the house does by itself, one step at a time: lot, deal, exchange, showdown, payment, end (rules sheet, 3)."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Step, everybody, only
from games.titles.sdc.hands import DECK, in_order, strength
from games.titles.sdc.happenings import Dealt, Drew, Exchanged, FirstOpener, MatchEnded, Paid, Shown, StageBegan
from games.titles.sdc.parts import Cards, Outcome, Tally
from games.titles.sdc.state import SdcState

HAND = 5


def advance(state: SdcState, chance: Chance) -> Step | None:
    """One house step, or None when a seat must decide or the match is over."""
    match state.phase:
        case "first":
            return _first_opener(state, chance)
        case "deal":
            return _deal(state, chance)
        case "draw" if None not in state.marks:
            return _exchange(state)
        case "showdown":
            return _showdown(state)
        case "pay":
            return _pay(state)
        case "end":
            return _end(state)
    return None


def _first_opener(state: SdcState, chance: Chance) -> Step:
    """By lot, or seat 1 by option (2, 8)."""
    by_lot = state.options.first_opener == "random"
    opener = chance.below("first-opener", 2) if by_lot else 0
    return Step(replace(state, phase="deal", opener=opener), (everybody(FirstOpener(opener, by_lot)),))


def _deal(state: SdcState, chance: Chance) -> Step:
    """A fresh deck every stage; one card at a time, the opener first (3, step 1)."""
    stage = state.stage + 1
    deck = chance.shuffled(f"stage/{stage}/deck", DECK)
    first, second = in_order(deck[0 : 2 * HAND : 2]), in_order(deck[1 : 2 * HAND : 2])
    hands = _by_seat(state, first, second)
    dealt = replace(state, phase="draw", stage=stage, hands=hands, deck=deck[2 * HAND :], marks=(None, None))
    return Step(
        dealt,
        (everybody(StageBegan(stage, state.opener)), *(only(seat, Dealt(seat, hands[seat])) for seat in (0, 1))),
    )


def _by_seat(state: SdcState, opener: Cards, responder: Cards) -> tuple[Cards, Cards]:
    return (opener, responder) if state.opener == 0 else (responder, opener)


def _exchange(state: SdcState) -> Step:
    """Both draws at once, the opener's new cards first (3, step 2).

    Hands stay sorted: a place would tell what is new.
    """
    given = tuple(marks or () for marks in state.marks)
    middle = len(given[state.opener])
    end = middle + len(given[state.responder])
    new = _by_seat(state, state.deck[:middle], state.deck[middle:end])
    after = replace(
        state,
        phase="bid",
        hands=(_swapped(state.hands[0], given[0], new[0]), _swapped(state.hands[1], given[1], new[1])),
        deck=state.deck[end:],
        marks=(None, None),
        discards=(given[0], given[1]),
        exchanged=(len(given[0]), len(given[1])),
    )
    order = (state.opener, state.responder)
    counts = (everybody(Exchanged(seat, len(given[seat]))) for seat in order)
    return Step(after, (*counts, *(only(seat, Drew(seat, in_order(new[seat]))) for seat in order)))


def _swapped(hand: Cards, given: Cards, new: Cards) -> Cards:
    return in_order([card for card in hand if card not in given] + list(new))


def _showdown(state: SdcState) -> Step:
    """Both hands are shown, also after a drop (3, step 4)."""
    shown = (
        everybody(Shown(seat, state.hands[seat], strength(state.hands[seat])[0]))
        for seat in (state.opener, state.responder)
    )
    return Step(replace(state, phase="pay"), tuple(shown))


def settled(state: SdcState) -> tuple[int, int]:
    """The stage's winner and the coins the loser pays (3, step 5).

    A drop costs the responder 1, whatever the bid was, and the opener his own first bid. It loses with any hand.
    """
    if state.dropped == state.responder:
        return state.opener, 1
    if state.dropped == state.opener:
        return state.responder, state.bid
    winner = 0 if strength(state.hands[0]) > strength(state.hands[1]) else 1
    return winner, state.raised or state.bid


def _pay(state: SdcState) -> Step:
    """Coins change hands, the cards leave the table, the winner opens the next stage (3, steps 5 to 7)."""
    winner, amount = settled(state)
    outcome = _outcome(state, winner, amount)
    signed = amount if winner == 0 else -amount
    coins = (state.coins[0] + signed, state.coins[1] - signed)
    last_stage = 0 in coins or state.stage == state.options.stage_limit
    after = SdcState(
        options=state.options,
        coins=coins,
        phase="end" if last_stage else "deal",
        stage=state.stage,
        opener=winner,
        last=outcome,
        tallies=(_counted(state.tallies[0], outcome, 0), _counted(state.tallies[1], outcome, 1)),
    )
    return Step(after, (everybody(Paid(winner, amount, state.dropped is not None)),))


def _outcome(state: SdcState, winner: int, amount: int) -> Outcome:
    return Outcome(
        stage=state.stage,
        opener=state.opener,
        hands=state.hands,
        categories=(strength(state.hands[0])[0], strength(state.hands[1])[0]),
        exchanged=state.exchanged,
        bid=state.bid,
        raised=state.raised,
        dropped=state.dropped,
        winner=winner,
        coins=amount,
    )


def _counted(tally: Tally, outcome: Outcome, seat: int) -> Tally:
    best = max(tally.best, outcome.categories[seat])
    if seat == outcome.winner:
        return replace(tally, won=tally.won + 1, gained=tally.gained + outcome.coins, best=best)
    return replace(tally, lost=tally.lost + 1, paid=tally.paid + outcome.coins, best=best)


def _end(state: SdcState) -> Step:
    """Somebody has no coins left, or the stage limit is reached: equal coins then have no one winner (8)."""
    first, second = state.coins
    winner = None if first == second else int(second > first)
    return Step(replace(state, phase="over"), (everybody(MatchEnded(winner, 0 not in state.coins)),))
