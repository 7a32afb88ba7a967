"""House steps: lot, deal, exchange, a bid of 1, payment and end (rules sheet, 3)."""

from dataclasses import replace

from games.catalog.sdc import happenings as log
from games.catalog.sdc.hands import DECK, sort_cards, strength
from games.catalog.sdc.state import Hidden, SdcState, SdcStep
from games.catalog.sdc.types import Cards, Outcome, Phase, Tally
from games.catalog.sdc.view import Own, Public
from games.engine.game import Chance, State, Step, to_everyone, to_seats
from games.kit.transitions import public_step

HAND = 5


def advance(state: SdcState, chance: Chance) -> SdcStep | None:
    """Return one house step, or None if a seat must decide or the match is over."""
    match state.public.phase:
        case "first":
            return _first_opener(state, chance)
        case "deal":
            return _deal(state, chance)
        case "draw" if all(state.public.confirmed):
            return _exchange(state)
        case "bid" if state.public.one_left:
            return _only_bid(state)
        case "showdown":
            return _showdown(state)
        case "pay":
            return _pay(state)
        case "end":
            return _end(state)
    return None


def _first_opener(state: SdcState, chance: Chance) -> SdcStep:
    """Choose the opener by lot, or seat 1, depending on the option (2, 8)."""
    by_lot = state.public.options.first_opener == "random"
    opener = chance.randbelow("first-opener", 2) if by_lot else 0
    return public_step(state, replace(state.public, phase="deal", opener=opener), log.FirstOpener(opener, by_lot))


def _deal(state: SdcState, chance: Chance) -> SdcStep:
    """Deal from a fresh deck, one card at a time, the opener first (3, step 1)."""
    stage, opener = state.public.stage + 1, state.public.opener
    deck = chance.shuffled(f"stage/{stage}/deck", DECK)
    first, second = sort_cards(deck[0 : 2 * HAND : 2]), sort_cards(deck[1 : 2 * HAND : 2])
    hands = (first, second) if opener == 0 else (second, first)
    dealt = (to_seats(seat, log.Dealt(seat, hand)) for seat, hand in enumerate(hands))
    public, own_parts = replace(state.public, phase="draw", stage=stage), tuple(map(Own, hands))
    return Step(
        State(public, own_parts, Hidden(deck[2 * HAND :])), (to_everyone(log.StageBegan(stage, opener)), *dealt)
    )


def _exchange(state: SdcState) -> SdcStep:
    """Carry out both draws at once, the opener's new cards first (3, step 2)."""
    order = (state.public.opener, state.public.responder)
    deck, own_parts, draws = state.hidden.deck, list(state.own), []
    for seat in order:
        hand, discarded = own_parts[seat].hand, own_parts[seat].marks or ()
        new, deck = deck[: len(discarded)], deck[len(discarded) :]
        kept_cards = [card for card in hand if card not in discarded]
        own_parts[seat] = Own(
            sort_cards((*kept_cards, *new)), None, discarded
        )  # sorted: positions would reveal the new cards
        draws.append(to_seats(seat, log.Drew(seat, sort_cards(new))))
    exchanged = tuple(len(part.discards) for part in own_parts)
    public = replace(state.public, phase="bid", confirmed=(False, False), exchanged=exchanged)
    counts = (to_everyone(log.Exchanged(seat, exchanged[seat])) for seat in order)
    return Step(State(public, tuple(own_parts), Hidden(deck)), (*counts, *draws))


def _only_bid(state: SdcState) -> SdcStep:
    """Make the bid of 1: it is the only one possible, so the opener isn't asked (3, step 3a)."""
    bid = log.BidMade(state.public.opener, 1, by_house=True)
    return public_step(state, replace(state.public, phase="answer", bid=1), bid)


def _showdown(state: SdcState) -> SdcStep:
    """Show both hands, also after a drop (3, step 4)."""
    public, hands = state.public, tuple(part.hand for part in state.own)
    happenings = (log.Shown(seat, hands[seat], strength(hands[seat])[0]) for seat in (public.opener, public.responder))
    return public_step(state, replace(public, phase="pay", shown=hands), *happenings)


def _settle_stage(public: Public, first: Cards, second: Cards) -> tuple[int, int]:
    """Return the stage's winner and the coins the loser pays, given both hands (3, step 5).

    A drop costs the responder 1, regardless of the bid, and the opener their first bid. It loses with any hand.
    """
    if public.dropped == public.responder:
        return public.opener, 1
    if public.dropped == public.opener:
        return public.responder, public.bid
    return 0 if strength(first) > strength(second) else 1, public.raised or public.bid


def _pay(state: SdcState) -> SdcStep:
    """Transfer the coins and clear the table; the winner opens the next stage (3, steps 5 to 7)."""
    public = state.public
    outcome = _outcome(public, state.own[0].hand, state.own[1].hand)
    winner, amount = outcome.winner, outcome.coins
    signed = amount if winner == 0 else -amount
    coins = (public.coins[0] + signed, public.coins[1] - signed)
    tallies = (_update_tally(public.tallies[0], outcome, 0), _update_tally(public.tallies[1], outcome, 1))
    ended = 0 in coins or public.stage == public.options.stage_limit
    phase: Phase = "end" if ended else "deal"
    after = Public(public.options, coins, phase, public.stage, opener=winner, last=outcome, tallies=tallies)
    paid = log.Paid(winner, amount, public.dropped is not None)
    return Step(State(after, (Own(), Own()), Hidden()), (to_everyone(paid),))


def _outcome(public: Public, first: Cards, second: Cards) -> Outcome:
    winner, coins = _settle_stage(public, first, second)
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


def _update_tally(tally: Tally, outcome: Outcome, seat: int) -> Tally:
    best = max(tally.best, outcome.categories[seat])
    if seat == outcome.winner:
        return replace(tally, won=tally.won + 1, gained=tally.gained + outcome.coins, best=best)
    return replace(tally, lost=tally.lost + 1, paid=tally.paid + outcome.coins, best=best)


def _end(state: SdcState) -> SdcStep:
    """End the match because a player has no coins left or the stage limit is reached.

    Equal coins have no single winner (8).
    """
    first, second = state.public.coins
    winner = None if first == second else int(second > first)
    return public_step(state, replace(state.public, phase="over"), log.MatchEnded(winner, 0 not in state.public.coins))
