"""What the house does by itself, one step at a time: lot, deal, exchange, showdown, payment, end (rules sheet, 3)."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Step, everybody, only
from games.engine.state import State
from games.titles.sdc.hands import DECK, in_order, strength
from games.titles.sdc.happenings import (
    Dealt,
    Drew,
    Exchanged,
    FirstOpener,
    Happening,
    MatchEnded,
    Paid,
    Shown,
    StageBegan,
)
from games.titles.sdc.parts import Cards, Outcome, Tally
from games.titles.sdc.state import Hidden, SdcState
from games.titles.sdc.view import Own, Public

HAND = 5


def advance(state: SdcState, chance: Chance) -> Step[SdcState, Happening] | None:
    """One house step, or None when a seat must decide or the match is over."""
    match state.public.phase:
        case "first":
            return _first_opener(state, chance)
        case "deal":
            return _deal(state, chance)
        case "draw" if all(state.public.confirmed):
            return _exchange(state)
        case "showdown":
            return _showdown(state)
        case "pay":
            return _pay(state)
        case "end":
            return _end(state)
    return None


def _first_opener(state: SdcState, chance: Chance) -> Step[SdcState, Happening]:
    """By lot, or seat 1 by option (2, 8)."""
    by_lot = state.public.options.first_opener == "random"
    opener = chance.below("first-opener", 2) if by_lot else 0
    public = replace(state.public, phase="deal", opener=opener)
    return Step(replace(state, public=public), (everybody(FirstOpener(opener, by_lot)),))


def _deal(state: SdcState, chance: Chance) -> Step[SdcState, Happening]:
    """A fresh deck every stage; one card at a time, the opener first (3, step 1)."""
    stage, opener = state.public.stage + 1, state.public.opener
    deck = chance.shuffled(f"stage/{stage}/deck", DECK)
    first, second = in_order(deck[0 : 2 * HAND : 2]), in_order(deck[1 : 2 * HAND : 2])
    hands = (first, second) if opener == 0 else (second, first)
    public = replace(state.public, phase="draw", stage=stage)
    told = (only(seat, Dealt(seat, hand)) for seat, hand in enumerate(hands))
    after = State(public, tuple(Own(hand) for hand in hands), Hidden(deck[2 * HAND :]))
    return Step(after, (everybody(StageBegan(stage, opener)), *told))


def _exchange(state: SdcState) -> Step[SdcState, Happening]:
    """Both draws at once, the opener's new cards first (3, step 2)."""
    order = (state.public.opener, state.public.responder)
    deck, own, new = state.hidden.deck, list(state.own), dict[int, Cards]()
    for seat in order:
        given = own[seat].marks or ()
        new[seat], deck = deck[: len(given)], deck[len(given) :]
        own[seat] = Own(_swapped(own[seat].hand, given, new[seat]), None, given)
    exchanged = tuple(len(one.discards) for one in own)
    public = replace(state.public, phase="bid", confirmed=(False, False), exchanged=exchanged)
    counts = (everybody(Exchanged(seat, exchanged[seat])) for seat in order)
    drawn = (only(seat, Drew(seat, in_order(new[seat]))) for seat in order)
    return Step(State(public, tuple(own), Hidden(deck)), (*counts, *drawn))


def _swapped(hand: Cards, given: Cards, new: Cards) -> Cards:
    """Hands stay sorted: a place would tell what is new."""
    return in_order([card for card in hand if card not in given] + list(new))


def _showdown(state: SdcState) -> Step[SdcState, Happening]:
    """Both hands are shown, also after a drop (3, step 4)."""
    hands = tuple(own.hand for own in state.own)
    shown = (
        Shown(seat, hands[seat], strength(hands[seat])[0]) for seat in (state.public.opener, state.public.responder)
    )
    return Step(replace(state, public=replace(state.public, phase="pay", shown=hands)), tuple(map(everybody, shown)))


def settled(public: Public, first: Cards, second: Cards) -> tuple[int, int]:
    """The stage's winner and the coins the loser pays, by both hands (3, step 5).

    A drop costs the responder 1, whatever the bid was, and the opener his own first bid. It loses with any hand.
    """
    if public.dropped == public.responder:
        return public.opener, 1
    if public.dropped == public.opener:
        return public.responder, public.bid
    return 0 if strength(first) > strength(second) else 1, public.raised or public.bid


def _pay(state: SdcState) -> Step[SdcState, Happening]:
    """Coins change hands, the cards leave the table, the winner opens the next stage (3, steps 5 to 7)."""
    public = state.public
    outcome = _outcome(public, state.own[0].hand, state.own[1].hand)
    winner, amount = outcome.winner, outcome.coins
    signed = amount if winner == 0 else -amount
    coins = (public.coins[0] + signed, public.coins[1] - signed)
    after = Public(
        options=public.options,
        coins=coins,
        phase="end" if 0 in coins or public.stage == public.options.stage_limit else "deal",
        stage=public.stage,
        opener=winner,
        last=outcome,
        tallies=(_counted(public.tallies[0], outcome, 0), _counted(public.tallies[1], outcome, 1)),
    )
    told = everybody(Paid(winner, amount, public.dropped is not None))
    return Step(State(after, (Own(), Own()), Hidden()), (told,))


def _outcome(public: Public, first: Cards, second: Cards) -> Outcome:
    winner, coins = settled(public, first, second)
    return Outcome(
        stage=public.stage,
        opener=public.opener,
        hands=(first, second),
        categories=(strength(first)[0], strength(second)[0]),
        exchanged=public.exchanged,
        bid=public.bid,
        raised=public.raised,
        dropped=public.dropped,
        winner=winner,
        coins=coins,
    )


def _counted(tally: Tally, outcome: Outcome, seat: int) -> Tally:
    best = max(tally.best, outcome.categories[seat])
    if seat == outcome.winner:
        return replace(tally, won=tally.won + 1, gained=tally.gained + outcome.coins, best=best)
    return replace(tally, lost=tally.lost + 1, paid=tally.paid + outcome.coins, best=best)


def _end(state: SdcState) -> Step[SdcState, Happening]:
    """Somebody has no coins left, or the stage limit is reached: equal coins then have no one winner (8)."""
    first, second = state.public.coins
    winner = None if first == second else int(second > first)
    told = everybody(MatchEnded(winner, 0 not in state.public.coins))
    return Step(replace(state, public=replace(state.public, phase="over")), (told,))
