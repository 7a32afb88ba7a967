"""The sheet's table of actions, its payment and its end, read a second time and slowly, over random games."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from games.catalog.get9 import rules
from games.catalog.get9.moves import AllIn, Call, Check, Fold, Move, Open, Raise
from games.catalog.get9.state import Get9State
from games.catalog.get9.types import Outcome, Piles
from games.catalog.get9.view import Public
from games.engine.chance import Chance, Rng
from games.engine.metadata import Value
from tests.catalog.get9.positions import start

MOST = 100  # more than a player can have on the tables below
EVERY_BET: list[Move] = [Call(), Check(), Fold(), AllIn(), *(make(n) for make in (Open, Raise) for n in range(MOST))]
TABLES: list[dict[str, Value]] = [
    {"bet_limit": limit, "bet_limit_per": per, "check_locks_out": locks, "free_call": free, "start_chips": chips}
    for limit, per, locks, free, chips in product((3, 5, 0), ("match", "round"), (True, False), (True, False), (10, 20))
]


@cache
def states(seats: int, number: int) -> tuple[Get9State, ...]:
    """Every state of a random game at one of the tables, which all tests look at."""
    return tuple(played(seats, number))


def played(seats: int, number: int) -> Iterator[Get9State]:
    table = {**TABLES[number % len(TABLES)], "matches": 3, "final_round_betting": number % 3 > 0}
    state, house, rng = start(seats, **table), Chance(bytes([number])), Rng(bytes([number]), "moves")
    while True:
        yield state
        step = rules.advance(state, house)
        if step is None and rules.over(state):
            return
        if step is None:
            seat = rng.choice(sorted(rules.waiting_on(state)))
            legal = rules.legal(state, seat)
            # Folds and all-ins are met often enough; more calls make longer matches.
            move: Move = Call() if legal.contains(Call()) and rng.percent_chance(40) else legal.sample(rng)
            step = rules.apply(state, seat, move)
        state = step.state


GAMES = pytest.mark.parametrize(("seats", "number"), [(3 + n % 5, n) for n in range(len(TABLES))])


def allowed(public: Public, seat: int, cap: int | None) -> Iterator[Move]:
    """The lines of the table, one after the other."""
    chips, bet, table = public.chips[seat], public.bets[seat], max(public.bets)
    opponents = [other for other in range(public.seats) if other != seat and public.statuses[other] == "active"]
    if public.round == 1 and table == 0:
        yield from (Open(n) for n in range(1, MOST) if n <= chips and (cap is None or n <= cap))
        return
    if chips >= table - bet and (table > bet or (public.round > 1 and public.options.free_call)):
        yield Call()
    for to in range(table + 1, MOST):
        if to <= bet + chips and (cap is None or to <= cap) and any(public.chips[other] for other in opponents):
            yield Raise(to)
    if bet == table:
        yield Check()
    yield Fold()
    if table - bet > chips:
        yield AllIn()


def cap_of(public: Public) -> int | None:
    """The limit of a round whose betting begins."""
    options = public.options
    if options.bet_limit == 0:
        return None
    stakes = [pot for pot, status in zip(public.pots, public.statuses, strict=True) if status not in ("folded", "out")]
    return options.bet_limit - (0 if options.bet_limit_per == "round" else max(stakes))


def asked(public: Public, cap: int | None) -> list[int]:
    """Return the seats that can still be asked in this round's betting, unordered."""
    active = [seat for seat, status in enumerate(public.statuses) if status == "active"]
    seats = [seat for seat, status in enumerate(public.statuses) if status not in ("folded", "out")]
    skipped = public.round == 3 and not public.options.final_round_betting
    has_begun = any(public.acted)
    if skipped or cap == 0 or len(seats) < 2 or (len(active) < 2 and not has_begun):
        return []
    return [seat for seat in active if max(public.bets) > public.bets[seat] or not public.acted[seat]]


@GAMES
def test_bets_are_those_of_the_table(seats: int, number: int) -> None:
    cap, before = None, None
    for state in states(seats, number):
        public = state.public
        if public.phase != "bet":
            before = public
            continue
        if before is not None and before.phase != "bet":
            cap, before = cap_of(public), public
        open_to = asked(public, cap)
        assert (public.turn is None) is not bool(open_to)
        for seat in range(seats):
            expected = set(allowed(public, seat, cap)) if seat == public.turn else set()
            legal = rules.legal(state, seat)
            assert {move for move in EVERY_BET if legal.contains(move)} == expected
        if public.turn is not None:
            assert public.turn in open_to


def shares(outcome: Outcome) -> tuple[list[int], int]:
    """Return each player's payment and the middle's: of each pot chip by chip, the lowest first."""
    rest = [seat for seat, status in enumerate(outcome.statuses) if status not in ("folded", "out")]
    won, middle = [0] * len(outcome.pots), 0
    best = max(outcome.points[seat] for seat in rest)
    first = [seat for seat in rest if outcome.points[seat] == best]
    if outcome.dealer_points >= best or len(first) > 1:
        return won, outcome.carried_in + sum(outcome.pots)
    won[first[0]] += outcome.carried_in
    ranking = sorted(rest, key=lambda seat: -outcome.points[seat])
    for pot in outcome.pots:
        for chip in range(1, pot + 1):
            owner = next((seat for seat in ranking if level(outcome, rest, seat) or outcome.pots[seat] >= chip), None)
            if owner is None or level(outcome, rest, owner):
                middle += 1
            else:
                won[owner] += 1
    return won, middle


def level(outcome: Outcome, rest: list[int], seat: int) -> bool:
    return sum(outcome.points[other] == outcome.points[seat] for other in rest) > 1


def beaten(card: str) -> str:
    """All that a card beats."""
    return {"1": "9", "9": "2345678"}.get(card, "123456789"[: int(card) - 1])


def points(outcome: Outcome, splits: tuple[Piles, ...], dealer: Piles) -> tuple[list[int], int]:
    """All points of a match, counted again from the piles."""
    sums, dealers = [0] * len(splits), 0
    for number, opened in enumerate(outcome.rounds):
        first, middle, third = map(int, dealer[number])
        for seat, card in enumerate(opened.played):
            if card and str(middle) in beaten(card):
                sums[seat] += sum(map(int, splits[seat][number])) - int(card)
        if all(card in beaten(str(middle)) for card in opened.played if card):
            dealers += first + third
    return sums, dealers


@GAMES
def test_matches_are_counted_and_paid_as_written(seats: int, number: int) -> None:
    before = None
    for state in states(seats, number):
        now = state.public
        if before is not None and before.public.round and not now.round:
            last, splits = now.last, tuple(private.piles for private in before.own)
            assert last is not None
            assert (list(last.points), last.dealer_points) == points(last, splits, before.hidden.dealer)
            assert (list(last.won), last.carried_out) == shares(last)
            assert now.chips == tuple(private + won for private, won in zip(before.public.chips, last.won, strict=True))
            another = now.match < 3 or (now.match == 3 and now.carry > 0)
            goes_on = another and sum(chips > 0 for chips in now.chips) > 1
            assert now.phase == ("begin" if goes_on else "end")
        before = state


@GAMES
def test_the_button_goes_to_the_left_past_who_is_out(seats: int, number: int) -> None:
    now, button = (1, 1), 0
    for public in (state.public for state in states(seats, number)):
        if public.round and (public.match, public.round) != now:
            next_seats = ((button + step) % seats for step in range(1, seats + 1))
            assert public.button == next(seat for seat in next_seats if public.statuses[seat] != "out")
        if public.round:
            now, button = (public.match, public.round), public.button
