"""The settlement (section 7): showdown, pots, penalties, bonus, and the effects of an empty bank or stack."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.catalog.dilemma import happenings as log
from games.catalog.dilemma.state import DilemmaState, DilemmaStep
from games.catalog.dilemma.types import UNIT, Cards, Exit, Outcome, Payment, Phase, Prize, Reason, Shown
from games.catalog.dilemma.view import Public
from games.kit.betting import Betting, get_pots, pay_out, split_evenly
from games.kit.seats import replace_at, sort_clockwise
from games.kit.transitions import public_step

HAND_CAP = 300  # ends matches that would go on forever (section 9)


def get_live_holes(state: DilemmaState) -> tuple[Cards, ...]:
    """Return the hole cards of seats that haven't folded; empty for the others."""
    return tuple(
        [part.cards if lives else () for part, lives in zip(state.own, state.public.betting.live, strict=True)]
    )


def show_hands(state: DilemmaState) -> DilemmaStep:
    """Show the hands of all live players, best first."""
    public, holes = state.public, get_live_holes(state)
    hands = _hands(public, holes)
    after = replace(public, phase="payment", opened=holes, last=Outcome(public.hand, public.board, hands))
    return public_step(state, after, *[log.HandShown(hand.seat, hand.cards, hand.hand) for hand in hands])


def _hands(public: Public, holes: tuple[Cards, ...]) -> tuple[Shown, ...]:
    order = public.options.ranking
    values = {seat: order.best(order.codes(holes[seat] + public.board)) for seat in _clockwise(public, public.live)}
    downwards = sorted(values.values(), reverse=True)
    best_first = sorted(values, key=values.__getitem__, reverse=True)
    return tuple(
        [Shown(seat, holes[seat], order.hand(values[seat]), downwards.index(values[seat]) + 1) for seat in best_first]
    )


def pay_pots(state: DilemmaState) -> DilemmaStep:
    """Give each pot to the best hand among those who may win it, or all to the only seat left, which doesn't show."""
    public = state.public
    hands = public.last.hands if public.last is not None and public.last.hand == public.hand else ()
    prizes = _prizes(public, {hand.seat: hand.place for hand in hands})
    betting = pay_out(public.betting, _sums(public, prizes))
    last = Outcome(public.hand, public.board, hands, prizes)
    count, best = prizes[-1].pot + 1, {hand.seat: hand.hand for hand in hands}
    happenings = [log.PotWon(prize.seat, prize.chips, prize.pot, count, best.get(prize.seat)) for prize in prizes]
    if hands or public.options.fold_win_bonus:
        return public_step(state, public.at("bank", betting, last=last), *happenings)
    return _end_hand(state, happenings, betting, public.bank, last)


def _prizes(public: Public, places: dict[int, int]) -> tuple[Prize, ...]:
    prizes = []
    for number, pot in enumerate(get_pots(public.betting.paid, public.betting.live)):
        top = min([places.get(seat, 1) for seat in pot.seats])
        winners = _clockwise(public, [seat for seat in pot.seats if places.get(seat, 1) == top])
        for seat, chips in zip(winners, split_evenly(pot.chips, len(winners), UNIT), strict=True):
            prizes.append(Prize(seat, chips, number))
    return tuple(prizes)


def settle_bank(state: DilemmaState) -> DilemmaStep:
    """Pay penalties into the active bank, then the bonus out of it; when a bank is empty, the next becomes active."""
    before, last = state.public, state.public.last
    assert last is not None
    penalties, active = tuple(_penalties(before, last)), before.level - 1
    bank = replace_at(before.bank, active, before.bank[active] + sum([payment.chips for payment in penalties]))
    due, available = before.due(last.hands), sum(bank)
    bonuses = _bonuses(before, last, min(due, available))
    gains = [bonus - penalty for bonus, penalty in zip(_sums(before, bonuses), _sums(before, penalties), strict=True)]
    settled = Outcome(last.hand, last.board, last.hands, last.prizes, penalties, bonuses)
    category = last.hands[0].hand.category if last.hands else None
    happenings: list[log.Happening] = [log.PenaltyPaid(payment.seat, payment.chips) for payment in penalties]
    happenings += [log.BankShort(due, available)] if available < due else []
    happenings += [log.BonusPaid(payment.seat, payment.chips, category) for payment in bonuses]
    return _end_hand(state, happenings, pay_out(before.betting, gains), _drain_bank(bank, min(due, available)), settled)


def _drain_bank(bank: tuple[int, ...], chips: int) -> tuple[int, ...]:
    """Return the banks without these chips, taking from the first ones first."""
    rest = []
    for held in bank:
        rest.append(max(0, held - chips))
        chips = max(0, chips - held)
    return tuple(rest)


def _penalties(public: Public, last: Outcome) -> Iterator[Payment]:
    """Yield the penalty of every live seat without the best hand, including winners of a side pot."""
    for seat in _clockwise(public, [hand.seat for hand in last.hands if hand.place > 1]):
        if chips := min(public.penalty, public.betting.stacks[seat]):
            yield Payment(seat, chips)


def _bonuses(public: Public, last: Outcome, chips: int) -> tuple[Payment, ...]:
    """Return the bonus; tied seats share it like a pot."""
    winners = _clockwise(public, [hand.seat for hand in last.hands if hand.place == 1] or public.live)
    parts = split_evenly(chips, len(winners), UNIT)
    return tuple([Payment(seat, part) for seat, part in zip(winners, parts, strict=True) if part])


def _clockwise(public: Public, seats: Sequence[int]) -> tuple[int, ...]:
    return sort_clockwise(seats, public.dealer, public.seats)


def _sums(public: Public, payments: Sequence[Prize | Payment]) -> list[int]:
    """Return the sum paid to (or by) each seat."""
    sums = [0] * public.seats
    for payment in payments:
        sums[payment.seat] += payment.chips
    return sums


def _end_hand(
    state: DilemmaState, happenings: Sequence[log.Happening], betting: Betting, bank: tuple[int, ...], last: Outcome
) -> DilemmaStep:
    """Finish the settlement: raise blinds, note eliminated seats, and end or continue the match (sections 8 and 9)."""
    public, exits = state.public, state.public.exits
    broke = [seat for seat, chips in enumerate(betting.stacks) if not chips and not exits[seat].hand]
    for seat in broke:
        exits = replace_at(exits, seat, Exit(public.hand, public.starts[seat]))
    reason = _reason(public, betting, bank)
    phase: Phase = "over" if reason else "blinds"
    after = replace(public, phase=phase, betting=betting, bank=bank, exits=exits, last=last)
    raised = [log.BlindsRaised(after.level, *after.blinds)] if after.level > public.level and not reason else []
    over = [log.MatchEnded(reason)] if reason else []
    return public_step(state, after, *happenings, *raised, *map(log.Eliminated, broke), *over)


def _reason(public: Public, betting: Betting, bank: tuple[int, ...]) -> Reason | None:
    if not any(bank):
        return "bank"
    if betting.stacks.count(0) == public.seats - 1:
        return "alone"
    return "hands" if public.hand >= (public.options.max_hands or HAND_CAP) else None
