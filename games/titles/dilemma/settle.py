"""The settlement (section 7): showdown, pots, penalties, bonus, and what the empty bank or an empty stack means."""

from collections.abc import Iterator

from games.engine.contract import Step, Told, everybody
from games.engine.values import Happening
from games.kit.betting import Betting, clockwise, paid_out, pots, shares
from games.kit.poker import STANDARD, Hand
from games.titles.dilemma.cards import ranking
from games.titles.dilemma.happenings import (
    BankShort,
    BlindsRaised,
    BonusPaid,
    Eliminated,
    HandShown,
    MatchEnded,
    PenaltyPaid,
    PotWon,
)
from games.titles.dilemma.parts import BLINDS, UNIT, Exit, Outcome, Payment, Phase, Prize, Reason, Shown
from games.titles.dilemma.state import State

HAND_CAP = 300  # a match that rough players would never end (section 9)


def shown(state: State) -> Step:
    """All live players show, the best hand first."""
    hands = _hands(state)
    told = tuple([everybody(HandShown(one.seat, one.cards, one.hand)) for one in hands])
    last = Outcome(state.hand, state.board, hands)
    return Step(state.but(phase="payment", opened=True, last=last), told)


def _hands(state: State) -> tuple[Shown, ...]:
    order = ranking(state.options.one_is_high, state.options.flush_first)
    values = {seat: state.best(seat) for seat in clockwise(state.live, state.dealer, state.seats)}
    downwards = sorted(values.values(), reverse=True)
    ranked = sorted(values, key=values.__getitem__, reverse=True)
    return tuple(
        [Shown(seat, state.holes[seat], order.hand(values[seat]), downwards.index(values[seat]) + 1) for seat in ranked]
    )


def pots_paid(state: State) -> Step:
    """Each pot to the best hand among those who may win it, or all to the only seat left, which does not show."""
    hands = state.last.hands if state.last is not None and state.last.hand == state.hand else ()
    prizes = _prizes(state, {one.seat: one.place for one in hands})
    gains = [0] * state.seats
    for prize in prizes:
        gains[prize.seat] += prize.chips
    betting, last = paid_out(state.betting, gains), Outcome(state.hand, state.board, hands, prizes)
    told = _pots_won(prizes, {one.seat: one.hand for one in hands})
    if hands or state.options.fold_bonus:
        return Step(state.but(betting=betting, last=last, phase="bank"), told)
    after, ends = _ended(state, betting, state.bank, last)
    return Step(after, (*told, *map(everybody, ends)))


def _prizes(state: State, places: dict[int, int]) -> tuple[Prize, ...]:
    found = []
    for number, pot in enumerate(pots(state.betting.paid, state.betting.live)):
        top = min([places.get(seat, 1) for seat in pot.seats])
        best = [seat for seat in pot.seats if places.get(seat, 1) == top]
        winners = clockwise(best, state.dealer, state.seats)
        for seat, chips in zip(winners, shares(pot.chips, len(winners), UNIT), strict=True):
            found.append(Prize(seat, chips, number))
    return tuple(found)


def _pots_won(prizes: tuple[Prize, ...], hands: dict[int, Hand]) -> tuple[Told, ...]:
    count = prizes[-1].pot + 1
    return tuple([everybody(PotWon(one.seat, one.chips, one.pot, count, hands.get(one.seat))) for one in prizes])


def bank_settled(state: State) -> Step:
    """Penalties into the active bank, then the bonus out of it; an emptied bank makes the next one active."""
    assert state.last is not None
    penalties = tuple(_penalties(state))
    level, bank = state.level, list(state.bank)
    bank[level] += sum([payment.chips for payment in penalties])
    due, left = _bonus(state), sum(bank)
    bonuses = _bonuses(state, min(due, left))
    owed = min(due, left)
    for at in range(level, len(bank)):
        taken = min(owed, bank[at])
        bank[at] -= taken
        owed -= taken
    gains = [0] * state.seats
    for payment in penalties:
        gains[payment.seat] -= payment.chips
    for payment in bonuses:
        gains[payment.seat] += payment.chips
    last = Outcome(state.last.hand, state.last.board, state.last.hands, state.last.prizes, penalties, bonuses)
    category = last.hands[0].hand.category if last.hands else None
    told: list[Happening] = [PenaltyPaid(payment.seat, payment.chips) for payment in penalties]
    told += [BankShort(due, left)] if left < due else []
    told += [BonusPaid(payment.seat, payment.chips, category) for payment in bonuses]
    after, ends = _ended(state, paid_out(state.betting, gains), tuple(bank), last)
    if after.level > level and after.phase != "over":
        told.append(BlindsRaised(after.level + 1, *BLINDS[after.level]))
    return Step(after, tuple(map(everybody, (*told, *ends))))


def _penalties(state: State) -> Iterator[Payment]:
    """Every live seat without the best hand pays, also one that won a side pot."""
    assert state.last is not None
    penalty = state.blinds[1] if state.options.penalty_is_blind else state.options.penalty
    losers = [one.seat for one in state.last.hands if one.place > 1]
    for seat in clockwise(losers, state.dealer, state.seats):
        if chips := min(penalty, state.betting.stacks[seat]):
            yield Payment(seat, chips)


def _bonus(state: State) -> int:
    """What the winning hand is worth to the bank, or the last seat left."""
    assert state.last is not None
    hands = state.last.hands  # the best one first
    return state.options.bonus[STANDARD.index(hands[0].hand.category)] if hands else state.options.fold_bonus


def _bonuses(state: State, chips: int) -> tuple[Payment, ...]:
    """Those who tie share the bonus like a pot."""
    assert state.last is not None
    best = [one.seat for one in state.last.hands if one.place == 1]
    winners = clockwise(best or state.live, state.dealer, state.seats)
    parts = shares(chips, len(winners), UNIT)
    return tuple([Payment(seat, part) for seat, part in zip(winners, parts, strict=True) if part])


def _ended(state: State, betting: Betting, bank: tuple[int, ...], last: Outcome) -> tuple[State, list[Happening]]:
    """The state after the settlement: who is out, and whether the match goes on (section 9)."""
    told: list[Happening] = []
    exits = state.exits
    for seat, chips in enumerate(betting.stacks):
        if not chips and not exits[seat].hand:
            exits = (*exits[:seat], Exit(state.hand, state.starts[seat]), *exits[seat + 1 :])
            told.append(Eliminated(seat))
    reason = _reason(state, betting, bank)
    if reason:
        told.append(MatchEnded(reason))
    phase: Phase = "over" if reason else "blinds"
    return state.but(phase=phase, betting=betting, bank=bank, last=last, exits=exits), told


def _reason(state: State, betting: Betting, bank: tuple[int, ...]) -> Reason | None:
    if not any(bank):
        return "bank"
    if betting.stacks.count(0) == state.seats - 1:
        return "alone"
    return "hands" if state.hand >= (state.options.max_hands or HAND_CAP) else None
