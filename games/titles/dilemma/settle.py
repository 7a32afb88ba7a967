"""The settlement (section 7): showdown, pots, penalties, bonus, and what the empty bank or an empty stack means."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.engine.contract import Step, Told, everybody
from games.kit.betting import clockwise, paid_out, pots, shares
from games.kit.poker import Hand
from games.kit.seats import put
from games.titles.dilemma.happenings import (
    BankShort,
    BlindsRaised,
    BonusPaid,
    Eliminated,
    HandShown,
    Happening,
    MatchEnded,
    PenaltyPaid,
    PotWon,
)
from games.titles.dilemma.parts import UNIT, Cards, Exit, Outcome, Payment, Prize, Reason, Shown
from games.titles.dilemma.state import DilemmaState
from games.titles.dilemma.view import Public

HAND_CAP = 300  # a match that rough players would never end (section 9)


def live_holes(state: DilemmaState) -> tuple[Cards, ...]:
    """The hole cards of the seats that have not folded, nothing for the others."""
    return tuple([one.cards if lives else () for one, lives in zip(state.own, state.public.betting.live, strict=True)])


def shown(state: DilemmaState) -> Step[DilemmaState, Happening]:
    """All live players show, the best hand first."""
    public = replace(state.public, phase="payment", opened=live_holes(state))
    hands = _hands(public)
    told = tuple([everybody(HandShown(one.seat, one.cards, one.hand)) for one in hands])
    last = Outcome(public.hand, public.board, hands)
    return Step(replace(state, public=replace(public, last=last)), told)


def _hands(public: Public) -> tuple[Shown, ...]:
    order, holes = public.options.ranking, public.opened
    values = {seat: order.best(order.codes(holes[seat] + public.board)) for seat in _clockwise(public, public.live)}
    downwards = sorted(values.values(), reverse=True)
    best_first = sorted(values, key=values.__getitem__, reverse=True)
    return tuple(
        [Shown(seat, holes[seat], order.hand(values[seat]), downwards.index(values[seat]) + 1) for seat in best_first]
    )


def pots_paid(state: DilemmaState) -> Step[DilemmaState, Happening]:
    """Each pot to the best hand among those who may win it, or all to the only seat left, which does not show."""
    public = state.public
    hands = public.last.hands if public.last is not None and public.last.hand == public.hand else ()
    prizes = _prizes(public, {one.seat: one.place for one in hands})
    betting = paid_out(public.betting, _sums(public, prizes))
    public = replace(public, betting=betting, phase="bank", last=Outcome(public.hand, public.board, hands, prizes))
    told = _pots_won(prizes, {one.seat: one.hand for one in hands})
    if not hands and not public.options.fold_win_bonus:
        public, ends = _ended(public)
        told += tuple(map(everybody, ends))
    return Step(replace(state, public=public), told)


def _prizes(public: Public, places: dict[int, int]) -> tuple[Prize, ...]:
    found = []
    for number, pot in enumerate(pots(public.betting.paid, public.betting.live)):
        top = min([places.get(seat, 1) for seat in pot.seats])
        winners = _clockwise(public, [seat for seat in pot.seats if places.get(seat, 1) == top])
        for seat, chips in zip(winners, shares(pot.chips, len(winners), UNIT), strict=True):
            found.append(Prize(seat, chips, number))
    return tuple(found)


def _pots_won(prizes: tuple[Prize, ...], hands: dict[int, Hand]) -> tuple[Told[Happening], ...]:
    count = prizes[-1].pot + 1
    return tuple([everybody(PotWon(one.seat, one.chips, one.pot, count, hands.get(one.seat))) for one in prizes])


def bank_settled(state: DilemmaState) -> Step[DilemmaState, Happening]:
    """Penalties into the active bank, then the bonus out of it; an emptied bank makes the next one active."""
    before, last = state.public, state.public.last
    assert last is not None
    penalties = tuple(_penalties(before, last))
    active = before.level - 1
    bank = put(before.bank, active, before.bank[active] + sum([payment.chips for payment in penalties]))
    due, left = before.due(last.hands), sum(bank)
    bonuses = _bonuses(before, last, min(due, left))
    fined = paid_out(before.betting, [-chips for chips in _sums(before, penalties)])
    betting, last = paid_out(fined, _sums(before, bonuses)), replace(last, penalties=penalties, bonuses=bonuses)
    after, ends = _ended(replace(before, betting=betting, bank=_drained(bank, min(due, left)), last=last))
    category = last.hands[0].hand.category if last.hands else None
    told: list[Happening] = [PenaltyPaid(payment.seat, payment.chips) for payment in penalties]
    told += [BankShort(due, left)] if left < due else []
    told += [BonusPaid(payment.seat, payment.chips, category) for payment in bonuses]
    if after.level > before.level and after.phase != "over":
        told.append(BlindsRaised(after.level, *after.blinds))
    return Step(replace(state, public=after), tuple(map(everybody, (*told, *ends))))


def _drained(bank: tuple[int, ...], chips: int) -> tuple[int, ...]:
    """The banks without these chips, taken from the first ones first."""
    rest = []
    for held in bank:
        rest.append(max(0, held - chips))
        chips = max(0, chips - held)
    return tuple(rest)


def _penalties(public: Public, last: Outcome) -> Iterator[Payment]:
    """Every live seat without the best hand pays, also one that won a side pot."""
    for seat in _clockwise(public, [one.seat for one in last.hands if one.place > 1]):
        if chips := min(public.penalty, public.betting.stacks[seat]):
            yield Payment(seat, chips)


def _bonuses(public: Public, last: Outcome, chips: int) -> tuple[Payment, ...]:
    """Those who tie share the bonus like a pot."""
    winners = _clockwise(public, [one.seat for one in last.hands if one.place == 1] or public.live)
    parts = shares(chips, len(winners), UNIT)
    return tuple([Payment(seat, part) for seat, part in zip(winners, parts, strict=True) if part])


def _clockwise(public: Public, seats: Sequence[int]) -> tuple[int, ...]:
    return clockwise(seats, public.dealer, public.seats)


def _sums(public: Public, payments: Sequence[Prize | Payment]) -> list[int]:
    """What goes to (or from) each seat."""
    sums = [0] * public.seats
    for payment in payments:
        sums[payment.seat] += payment.chips
    return sums


def _ended(public: Public) -> tuple[Public, list[Happening]]:
    """After the settlement: who is out, and whether the match goes on (section 9)."""
    told: list[Happening] = []
    exits = public.exits
    for seat, chips in enumerate(public.betting.stacks):
        if not chips and not exits[seat].hand:
            exits = put(exits, seat, Exit(public.hand, public.starts[seat]))
            told.append(Eliminated(seat))
    reason = _reason(public)
    if reason:
        told.append(MatchEnded(reason))
    return replace(public, phase="over" if reason else "blinds", exits=exits), told


def _reason(public: Public) -> Reason | None:
    if not any(public.bank):
        return "bank"
    if public.betting.stacks.count(0) == public.seats - 1:
        return "alone"
    return "hands" if public.hand >= (public.options.max_hands or HAND_CAP) else None
